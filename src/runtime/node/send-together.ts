/**
 * Sends responses that are ready in the same turn of the event loop together at its end. Each write may wake the
 * reading process, which takes longer than most responses; together they wake it once.
 */

import type { ServerResponse } from "node:http";

let ready: (readonly [outgoing: ServerResponse, body: Uint8Array | null])[] = [];

/** Ends a response whose head has been written. */
export function sendTogether(outgoing: ServerResponse, body: Uint8Array | null): void {
  if (ready.length === 0) setImmediate(send);
  ready.push([outgoing, body]);
}

function send(): void {
  const all = ready;
  ready = [];
  for (const [outgoing, body] of all) outgoing.end(body ?? undefined);
}
