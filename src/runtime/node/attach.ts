/**
 * What Node's server does with what it reads. In: a listener, a server. Out: the exchanges in flight, by
 * their sockets.
 */

import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ProtocolError } from "../error/index.js";
import type { Server } from "../server/index.js";
import { createInFlight, type InFlight } from "./in-flight.js";
import { breakOff } from "./linger.js";
import { refusalOf, refuse } from "./refuse.js";
import { isUnread, limitSending } from "./send-timeout.js";
import { handle } from "./to-node-handler.js";

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
    void handle(server, incoming, outgoing, beforeReading);
  };
  // What is thrown away without a word could be a signature's, or another Host.
  listener.maxHeadersCount = 0;
  listener.on("request", (incoming, outgoing) => take(incoming, outgoing));
  // RFC 9110 §10.1.1: who waits for a word before sending is given it when somebody wants to read.
  listener.on("checkContinue", (incoming, outgoing) =>
    take(incoming, outgoing, () => outgoing.writeContinue()),
  );
  // Other expectations may be passed over; Node would answer 417 without a body.
  listener.on("checkExpectation", (incoming, outgoing) => take(incoming, outgoing));
  listener.on("connect", (_incoming, socket) =>
    refuse(socket, new ProtocolError("method_not_allowed")),
  );
  listener.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    broken(error, socket, inFlight),
  );
  return inFlight;
}

/** What cannot be parsed, or does not arrive in time: there is no response for it yet, just a socket. */
function broken(error: NodeJS.ErrnoException, socket: Duplex, inFlight: InFlight): void {
  const last = inFlight.on(socket).at(-1);
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else if (last === undefined) refuse(socket, refusalOf(error));
  // It broke in the middle of a body, whose reader answers.
  else if (!last.incoming.complete) breakOff(last.incoming, last.outgoing, error);
  // With what it goes on sending it would keep its connection for as long as it likes.
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && isUnread(socket)) socket.destroy();
  // Answers are in the order of requests: this one's turn comes after those before it.
  else last.outgoing.once("close", () => refuse(socket, refusalOf(error)));
}
