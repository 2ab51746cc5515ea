/** The end of a connection whose client may still be sending (RFC 9112 §9.6). */

import type { IncomingMessage, ServerResponse } from "node:http";

/** How long a client may go on sending what nobody reads. */
const LINGER_MS = 30_000;

const brokenOff = new WeakMap<IncomingMessage, Error>();

/** Why the rest of a body will never come; undefined while it may. */
export function whyBroken(incoming: IncomingMessage): Error | undefined {
  return brokenOff.get(incoming);
}

/**
 * The rest of a body will never come, or makes no sense. Its reader learns of it, which Node would
 * tell it only when the connection is closed, so that there is an answer before.
 */
export function breakOff(incoming: IncomingMessage, outgoing: ServerResponse, error: Error): void {
  brokenOff.set(incoming, error);
  if (outgoing.headersSent) outgoing.end();
  // Nobody who does not read yet hears of it; without a listener it would be thrown.
  else if (incoming.listenerCount("error") > 0) incoming.emit("error", error);
}

/**
 * Ends `outgoing`, all of which is written, when the client has stopped sending. A socket that is closed
 * before is reset by what still arrives, and a reset may overtake the answer.
 */
export function linger(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (brokenOff.has(incoming)) return void outgoing.end();
  const end = (): void => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  incoming.once("end", end).once("close", end);
  incoming.resume();
}
