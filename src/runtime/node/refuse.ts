/** Refusals on a bare socket, where Node has no request to answer. */

import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ProtocolError } from "../error/index.js";
import { errorAnswer } from "../rest/index.js";
import { ONLY_CHUNKED } from "./request-head.js";

/** How long a client may go on sending what nobody reads: it is hardly a client of this protocol. */
const LINGER_MS = 5_000;

/** What Node's parser and its clocks say, by the table (§7). */
export function refusalOf(error: NodeJS.ErrnoException): ProtocolError {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new ProtocolError("headers_too_large", { cause: error });
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new ProtocolError("content_too_large", { cause: error });
    case "HPE_INVALID_TRANSFER_ENCODING":
      // Of the two fields together the parser says it in words alone.
      if (/Content-Length/i.test(error.message)) break;
      return new ProtocolError("unsupported_request", { content: ONLY_CHUNKED, cause: error });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ProtocolError("request_timeout", { cause: error });
  }
  const content = "The request is not HTTP/1.1.";
  return new ProtocolError("invalid_request", { content, cause: error });
}

/** Sockets that have their refusal: what else arrives there is not looked at. */
const refused = new WeakSet<Duplex>();

/** The last answer on a connection. */
export function refuse(socket: Duplex, error: ProtocolError): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (!socket.writable) return void socket.destroy();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  // A socket that is reset tells nobody why.
  socket.on("error", () => socket.destroy());
  // Closed before the client has stopped sending, it would be reset, and the answer may be lost.
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
