/** The graceful shutdown of a listener. */

import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import type { InFlight } from "./in-flight.js";

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
