/** Clients that do not read their answers are let go: each of them holds a socket, and what was not sent. */

import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Node restarts a socket's time with every byte in either direction, also within one large write. A handler may
 * take longer, and a stream be silent for longer: only what waits for the client counts.
 */
export function limitSending(outgoing: ServerResponse, timeoutMs: number): void {
  outgoing.setTimeout(timeoutMs, () => {
    const { socket } = outgoing;
    if (socket !== null && isUnread(socket)) socket.destroy();
  });
}

/** Something was written that has not left for the client. */
export function isUnread(socket: Duplex): boolean {
  return socket.writableLength > 0;
}
