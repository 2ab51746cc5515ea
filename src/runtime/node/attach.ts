/**
 * Connects a server to Node's HTTP listener, including the events that Node would handle in its own way. It tracks the requests being
 * answered on each connection, and closes a listener when they have ended.
 */

import {
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Server as TlsServer } from "node:tls";
import { ProtocolError } from "../error/protocol-error.js";
import { errorAnswer } from "../rest/answer.js";
import type { Server } from "../server/create-server.js";
import { breakOff, ONLY_CHUNKED } from "./node-request.js";
import { handleIncoming } from "./to-node-handler.js";

/** Time for which a client may keep sending unread data. Shorter, since it is hardly a client of this protocol. */
const LINGER_MS = 5_000;

/** Maps errors of Node's parser and timers to protocol errors (§7). */
function refusalOf(error: NodeJS.ErrnoException): ProtocolError {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new ProtocolError("headers_too_large", { cause: error });
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new ProtocolError("content_too_large", { cause: error });
    case "HPE_INVALID_TRANSFER_ENCODING":
      // Only the message reveals that both fields are present.
      if (/Content-Length/i.test(error.message)) break;
      return new ProtocolError("unsupported_request", { content: ONLY_CHUNKED, cause: error });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ProtocolError("request_timeout", { cause: error });
  }
  const content = "The request is not HTTP/1.1.";
  return new ProtocolError("invalid_request", { content, cause: error });
}

/** Sockets with an error response: further data is ignored. */
const refused = new WeakSet<Duplex>();

/** Sends the last response on a connection. */
function refuse(socket: Duplex, error: ProtocolError): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (!socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  // A reset socket gives no reason.
  socket.on("error", () => socket.destroy());
  // Closing before the client stops sending would reset the connection and may lose the response.
  socket.once("end", () => socket.destroy());
  socket.end(messageOf(error));
  socket.resume();
}

function messageOf(error: ProtocolError): Uint8Array {
  const { status, headers, body } = errorAnswer(error);
  const fields = [
    ...headers,
    ["content-length", String(body.length)],
    ["connection", "close"],
    ["date", new Date().toUTCString()],
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}

export function attach(
  listener: HttpServer,
  server: Pick<Server, "answer">,
  sendTimeoutMs: number,
): InFlight {
  const inFlight = createInFlight(listener);
  const take = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    beforeReading?: () => void,
  ): void => {
    inFlight.add(incoming, outgoing);
    limitSending(outgoing, sendTimeoutMs);
    void handleIncoming(server, incoming, outgoing, beforeReading);
  };
  // No limit: headers that Node silently drops could be a signature or a second Host.
  listener.maxHeadersCount = 0;
  listener.on("request", (incoming, outgoing) => take(incoming, outgoing));
  // RFC 9110 §10.1.1: send 100 Continue only once the body is read.
  listener.on("checkContinue", (incoming, outgoing) =>
    take(incoming, outgoing, () => outgoing.writeContinue()),
  );
  // Other expectations may be ignored; Node would answer 417 without a body.
  listener.on("checkExpectation", (incoming, outgoing) => take(incoming, outgoing));
  listener.on("connect", (_incoming, socket) =>
    refuse(socket, new ProtocolError("method_not_allowed")),
  );
  listener.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    broken(error, socket, inFlight),
  );
  return inFlight;
}

/** Handles requests that cannot be parsed or do not arrive in time. There is only a socket and no response yet. */
function broken(error: NodeJS.ErrnoException, socket: Duplex, inFlight: InFlight): void {
  const last = inFlight.on(socket).at(-1);
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else if (last === undefined) refuse(socket, refusalOf(error));
  // The error is within a body, whose reader responds.
  else if (!last.incoming.complete) breakOff(last.incoming, last.outgoing, error);
  // A client that keeps sending without reading would otherwise keep its connection indefinitely.
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isUnread(socket)) socket.destroy();
  // Responses are sent in the order of requests, so wait for the previous ones.
  else last.outgoing.once("close", () => refuse(socket, refusalOf(error)));
}

/**
 * Disconnects clients that do not read their responses: each of them holds a socket and the unsent data. Node
 * restarts the timeout with every byte in either direction, even within one large write. Slow handlers and silent
 * streams are allowed: only unread data counts.
 */
function limitSending(outgoing: ServerResponse, timeoutMs: number): void {
  outgoing.setTimeout(timeoutMs, () => {
    const { socket } = outgoing;
    if (socket !== null && isUnread(socket)) socket.destroy();
  });
}

/** True if written data has not been sent yet. */
function isUnread(socket: Duplex): boolean {
  return socket.writableLength > 0;
}

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

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

interface InFlight {
  add(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** In the order of arrival: a client may send the next request before it has a response. */
  on(socket: Duplex): readonly Exchange[];
  /** From now on, connections end after the responses to requests in flight; idle ones end at once. */
  end(): void;
}

function createInFlight(listener: HttpServer): InFlight {
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
