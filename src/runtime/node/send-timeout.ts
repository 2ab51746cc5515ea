/** Disconnects clients that do not read their responses: each of them holds a socket and the unsent data. */

import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Node restarts the timeout with every byte in either direction, even within one large write. Slow handlers and
 * silent streams are allowed: only unread data counts.
 */
export function limitSending(outgoing: ServerResponse, timeoutMs: number): void {
  outgoing.setTimeout(timeoutMs, () => {
    const { socket } = outgoing;
    if (socket !== null && isUnread(socket)) socket.destroy();
  });
}

/** True if written data has not been sent yet. */
export function isUnread(socket: Duplex): boolean {
  return socket.writableLength > 0;
}
