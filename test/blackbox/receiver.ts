/** A platform's webhook endpoint (§4.7, §6). In: how to answer each delivery. Out: what came, byte for byte. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { there, type Total } from "./shapes.js";

interface Counted {
  readonly id: string;
  readonly quantity: number;
}

/** The order entity (§2.9) with what §4.7 adds. */
export interface OrderEvent {
  readonly event_id: string;
  readonly created_time: string;
  readonly proto: { readonly version: string };
  readonly id: string;
  readonly checkout_id: string;
  readonly permalink_url: string;
  readonly currency?: string;
  readonly totals: readonly Total[];
  readonly line_items: readonly {
    readonly id: string;
    readonly item: { readonly id: string; readonly title: string; readonly price: number };
    readonly quantity: { readonly total: number; readonly fulfilled: number };
    readonly totals: readonly Total[];
    readonly status: string;
  }[];
  readonly fulfillment: {
    readonly expectations: readonly {
      readonly id: string;
      readonly line_items: readonly Counted[];
      readonly method_type: string;
      readonly destination: Readonly<Record<string, unknown>>;
    }[];
    readonly events: readonly (Readonly<Record<string, unknown>> & {
      readonly type: string;
      readonly line_items: readonly Counted[];
    })[];
  };
  readonly adjustments?: readonly (Readonly<Record<string, unknown>> & {
    readonly type: string;
    readonly status: string;
    readonly amount?: number;
  })[];
}

export interface Delivery {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly order: OrderEvent;
}

export interface Receiver {
  readonly url: string;
  readonly deliveries: Delivery[];
  /** Waits until it has come. */
  delivery(index: number): Promise<Delivery>;
  close(): Promise<void>;
}

/** A status, or what a broken endpoint does instead. */
export type Reply = number | "reset" | "hang";

async function delivered(request: IncomingMessage, origin: string): Promise<Delivery> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { method = "", url = "", headers } = request;
  const order = JSON.parse(bytes.toString("utf8")) as OrderEvent;
  return { method, url: origin + url, headers: headers as Record<string, string>, bytes, order };
}

function respond(response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "reset") return void response.destroy();
  const body = JSON.stringify({ proto: { version: "2026-01-11" } });
  response.writeHead(reply, { "content-type": "application/json" });
  response.end(reply === 204 ? undefined : body);
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

/** Listens on loopback. `reply` is given how many deliveries came before. */
export async function openReceiver(
  path = "/hooks",
  reply: (before: number) => Reply = () => 200,
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  // The port may have been another test's, for whose orders there may be events yet.
  const own = `/${randomUUID()}`;
  const server = createServer((request, response) => {
    if (request.url?.startsWith(own) !== true) return respond(response, 404);
    void delivered(request, origin).then((delivery) => {
      deliveries.push(delivery);
      respond(response, reply(deliveries.length - 1));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + own + path,
    deliveries,
    async delivery(index) {
      await expect.poll(() => deliveries.length).toBeGreaterThan(index);
      return there(deliveries[index], "delivery");
    },
    close: () => closed(server),
  };
}
