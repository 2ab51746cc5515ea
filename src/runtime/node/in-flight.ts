/** Which requests of which connection are being answered. */

import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:tls";
import type { Duplex } from "node:stream";

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export interface InFlight {
  add(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** In the order in which they came: a client may send the next request before it has an answer. */
  on(socket: Duplex): readonly Exchange[];
  /** From now on a connection ends with the answers to what is in flight on it; others end at once. */
  end(): void;
}

export function createInFlight(listener: HttpServer): InFlight {
  const bySocket = new Map<Duplex, Exchange[]>();
  let ending = false;
  // Of TLS the inner side, which is the socket that requests have.
  listener.on(listener instanceof TlsServer ? "secureConnection" : "connection", opened);

  function opened(socket: Duplex): void {
    bySocket.set(socket, []);
    socket.once("close", () => bySocket.delete(socket));
  }

  function endAfter({ outgoing }: Exchange): void {
    if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
    // An answer that has begun has promised to keep the connection.
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
        // Node takes a connection that was never used for one whose request is about to come.
        if (exchanges.length === 0 && isUnused(socket)) socket.destroy();
      }
    },
  };
}

function isUnused(socket: Duplex): boolean {
  return "bytesRead" in socket && socket.bytesRead === 0;
}
