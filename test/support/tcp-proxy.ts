/** A TCP proxy on loopback that can be cut: between a process and a server that the test may not stop. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

export interface TcpProxy {
  readonly port: number;
  /** Passes bytes on so many milliseconds later from now on: a slow server. */
  delay(ms: number): void;
  /** Breaks every connection, and each new one, until `restore`. */
  cut(): void;
  /** Takes connections and bytes, and passes nothing on, until `restore`; what was held back is lost. */
  stall(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let state: "open" | "cut" | "stalled" = "open";
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  // Timers of one length end in the order in which they began.
  async function pass(bytes: Buffer, to: Socket): Promise<void> {
    if (delayMs > 0) await setTimeout(delayMs);
    if (!to.destroyed) to.write(bytes);
  }

  function join(from: Socket, to: Socket): void {
    from.on("data", (bytes) => {
      if (state === "open") void pass(bytes, to);
    });
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    sockets.add(from);
  }

  const server = createServer((incoming) => {
    if (state === "cut") {
      incoming.destroy();
      return;
    }
    const outgoing = connect(target);
    join(incoming, outgoing);
    join(outgoing, incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    delay(ms) {
      delayMs = ms;
    },
    cut() {
      state = "cut";
      breakAll();
    },
    stall() {
      state = "stalled";
    },
    restore() {
      // A connection of which bytes are lost is of no more use.
      if (state === "stalled") breakAll();
      state = "open";
    },
    async close() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}
