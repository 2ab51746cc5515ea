/** A listener on loopback that counts who comes: nobody should. */

import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

export interface Trap {
  readonly port: number;
  readonly connections: () => number;
  /** How many bytes have come. */
  readonly received: () => number;
  close(): Promise<void>;
}

export async function setTrap(): Promise<Trap> {
  let count = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    count++;
    socket.on("error", () => undefined).on("data", (chunk) => (bytes += chunk.length));
    socket.end();
  });
  // On both families, so that ::1 leads here too.
  server.listen(0, "::");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    received: () => bytes,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
