/** A TCP proxy on loopback that can be cut: between a process and a server that the test may not stop. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  readonly port: number;
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
  let state: "open" | "cut" | "stalled" = "open";
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  function join(from: Socket, to: Socket): void {
    from.on("data", (bytes) => {
      if (state === "open") to.write(bytes);
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
