/** The ports that a shop listens on. In: where, and who answers. Out: its addresses. */

import { serveNode, type NodeServer, type ServeNodeOptions } from "@proto-gen/runtime/node";
import type { Server } from "@proto-gen/runtime/server";

export type Tls = NonNullable<ServeNodeOptions["tls"]>;
export type Answering = Pick<Server, "answer">;

export interface ListenerOptions {
  readonly port: number;
  readonly host?: string;
  readonly tls?: Tls;
  readonly site?: { readonly port: number; readonly tls: Tls };
}

export interface Listeners {
  readonly url: string;
  /** Of the second port. */
  readonly site: string | undefined;
  close(): Promise<void>;
}

/** @throws what `listen` emits: EADDRINUSE, EACCES; then nothing listens */
export async function openListeners(
  server: Answering,
  { port, host, tls, site }: ListenerOptions,
): Promise<Listeners> {
  const at = host === undefined ? {} : { host };
  const main = await serveNode(server, {
    port,
    ...at,
    ...(tls === undefined ? { development: true } : { tls }),
  });
  const pages = await openSite().catch(async (error: unknown) => {
    await main.close();
    throw error;
  });

  async function openSite(): Promise<NodeServer | undefined> {
    return site && serveNode(server, { ...site, ...at });
  }

  return {
    url: main.url,
    site: pages?.url,
    close: async () => void (await Promise.all([main.close(), pages?.close()])),
  };
}
