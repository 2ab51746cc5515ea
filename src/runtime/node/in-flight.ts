/** Tracks the requests being answered on each connection, and closes a listener when they have ended. */

import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:tls";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";

/** The graceful shutdown of a listener. */
export interface CloseOptions {
  /** Time that requests in flight may take to finish, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

export const DEFAULT_CLOSE_MS = 10_000;

/** Creates the function that closes a listener. Repeated calls wait for the same shutdown. */
export function createClosing(
  listener: HttpServer,
  inFlight: InFlight,
): (timeoutMs: number) => Promise<void> {
  const sockets = new Set<Socket>();
  listener.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  let closed: Promise<void> | undefined;

  function close(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, timeoutMs);
      listener.close(() => {
        clearTimeout(timer);
        resolve();
      });
      listener.closeIdleConnections();
      inFlight.end();
    });
  }

  return (timeoutMs) => (closed ??= close(timeoutMs));
}

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export interface InFlight {
  add(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** In the order of arrival: a client may send the next request before it has a response. */
  on(socket: Duplex): readonly Exchange[];
  /** From now on, connections end after the responses to requests in flight; idle ones end at once. */
  end(): void;
}

export function createInFlight(listener: HttpServer): InFlight {
  const bySocket = new Map<Duplex, Exchange[]>();
  let ending = false;
  // For TLS the decrypted socket, which is that of the requests.
  listener.on(listener instanceof TlsServer ? "secureConnection" : "connection", opened);

  function opened(socket: Duplex): void {
    bySocket.set(socket, []);
    socket.once("close", () => bySocket.delete(socket));
  }

  function endAfter({ outgoing }: Exchange): void {
    if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
    // A response that has begun has already promised to keep the connection alive.
    else outgoing.once("close", () => setImmediate(() => listener.closeIdleConnections()));
  }

  return {
    add(incoming, outgoing) {
      const exchange = { incoming, outgoing };
      const exchanges = bySocket.get(incoming.socket);
      exchanges?.push(exchange);
      outgoing.once("close", () => exchanges?.splice(exchanges.indexOf(exchange), 1));
      if (ending) endAfter(exchange);
    },
    on: (socket) => bySocket.get(socket) ?? [],
    end() {
      ending = true;
      for (const [socket, exchanges] of bySocket) {
        exchanges.forEach(endAfter);
        // Node expects a request on a connection that was never used, and would not close it.
        if (exchanges.length === 0 && isUnused(socket)) socket.destroy();
      }
    },
  };
}

function isUnused(socket: Duplex): boolean {
  return "bytesRead" in socket && socket.bytesRead === 0;
}
