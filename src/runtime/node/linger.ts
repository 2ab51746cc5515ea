/** Ends connections whose client may still be sending (RFC 9112 §9.6). */

import type { IncomingMessage, ServerResponse } from "node:http";

/** Time for which a client may keep sending unread data, in milliseconds. */
const LINGER_MS = 30_000;

const brokenOff = new WeakMap<IncomingMessage, Error>();

/** The reason why the rest of a body will never come. Undefined if it may. */
export function whyBroken(incoming: IncomingMessage): Error | undefined {
  return brokenOff.get(incoming);
}

/**
 * Tells the reader of a body that its rest is missing or invalid. Node would do so only after closing the connection,
 * which is too late for a response.
 */
export function breakOff(incoming: IncomingMessage, outgoing: ServerResponse, error: Error): void {
  brokenOff.set(incoming, error);
  if (outgoing.headersSent) outgoing.end();
  // Without a listener, `emit` would throw.
  else if (incoming.listenerCount("error") > 0) incoming.emit("error", error);
}

/**
 * Ends `outgoing`, which is completely written, once the client has stopped sending. Closing the socket earlier makes
 * arriving data reset the connection, and the reset may overtake the response.
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
