/** Error responses on a bare socket, for which Node has no request. */

import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ProtocolError } from "../error/index.js";
import { errorAnswer } from "../rest/index.js";
import { ONLY_CHUNKED } from "./request-head.js";

/** Time for which a client may keep sending unread data. Shorter, since it is hardly a client of this protocol. */
const LINGER_MS = 5_000;

/** Maps errors of Node's parser and timers to protocol errors (§7). */
export function refusalOf(error: NodeJS.ErrnoException): ProtocolError {
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
export function refuse(socket: Duplex, error: ProtocolError): void {
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
