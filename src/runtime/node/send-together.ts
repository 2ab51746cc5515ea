/**
 * Answers that are ready in one turn of the event loop go out together at its end. Each write to a socket
 * may wake its reader, which takes longer than most answers; together, they wake it once.
 */

import type { ServerResponse } from "node:http";

let ready: (readonly [outgoing: ServerResponse, body: Uint8Array | null])[] = [];

/** Ends a response whose head was written. */
export function sendTogether(outgoing: ServerResponse, body: Uint8Array | null): void {
  if (ready.length === 0) setImmediate(send);
  ready.push([outgoing, body]);
}

function send(): void {
  const all = ready;
  ready = [];
  for (const [outgoing, body] of all) outgoing.end(body ?? undefined);
}
