/** The ports that a shop listens on. In: where, and who answers. Out: its addresses. */

import { serveNode, type NodeServer, type ServeNodeOptions } from "@proto-gen/runtime/node";
import type { Server } from "@proto-gen/runtime/server";

export type Tls = NonNullable<ServeNodeOptions["tls"]>;
export type Answering = Pick<Server, "answer">;

export interface ListenerOptions {
  readonly port: number;
  readonly host?: string | undefined;
  readonly tls?: Tls | undefined;
  /** Any port that is free, where this one is not. */
  readonly site?: { readonly port: number; readonly tls: Tls } | undefined;
}

export interface Listeners {
  readonly url: string;
  /** Of the second port. */
  readonly site: string | undefined;
  close(): Promise<void>;
}

const NOT_TO_HAVE = new Set(["EADDRINUSE", "EACCES"]);

/** @throws what `listen` emits: EADDRINUSE, EACCES; then nothing listens */
export async function openListeners(
  server: Answering,
  { port, host, tls, site }: ListenerOptions,
): Promise<Listeners> {
  const main = await serveNode(server, { port, host, tls, development: tls === undefined });
  const pages = await openSite().catch(async (error: unknown) => {
    await main.close();
    throw error;
  });

  async function openSite(): Promise<NodeServer | undefined> {
    if (site === undefined) return undefined;
    return serveNode(server, { ...site, host }).catch((error: NodeJS.ErrnoException) => {
      if (!NOT_TO_HAVE.has(error.code ?? "")) throw error;
      return serveNode(server, { ...site, host, port: 0 });
    });
  }

  return {
    url: main.url,
    site: pages?.url,
    close: async () => void (await Promise.all([main.close(), pages?.close()])),
  };
}
