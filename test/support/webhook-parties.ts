/** A business and a platform on loopback, of which one tells and the other hears of orders. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import {
  createSigner,
  generateSigningKey,
  type Signer,
  type SigningKeyPair,
} from "@proto-gen/runtime/signature";
import type { OrderEvent } from "@proto-gen/runtime/commerce";

export const ENVELOPE = { version: "2026-11-27", status: "success", capabilities: {} };

export interface Listening {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  close(): Promise<void>;
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const server: Server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export interface ListeningBusiness extends Listening {
  /** URL of its profile. */
  readonly profile: string;
  readonly pair: SigningKeyPair;
  readonly signer: Signer;
  /** What the profile has from now on. */
  publish(keys: readonly object[]): void;
  /** How often the profile was asked for. */
  asked(): number;
}

/** Publishes its profile, with the keys that it signs with. */
export async function openSigningBusiness(): Promise<ListeningBusiness> {
  const pair = await generateSigningKey();
  let keys: readonly object[] = [pair.publicKey];
  let asked = 0;
  const listening = await listen((_request, response) => {
    asked += 1;
    const proto = { version: "2026-11-27", services: {}, capabilities: {} };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ proto, signing_keys: keys }));
  });
  return {
    ...listening,
    profile: `${listening.origin}/.well-known/proto`,
    pair,
    signer: await createSigner(pair.privateKey),
    publish: (published) => void (keys = published),
    asked: () => asked,
  };
}

export function fetchedBusinesses(limits: { floorMs?: number; cooldownMs?: number } = {}) {
  const fetch = guardedFetch({ development: true });
  return createPlatformProfiles({ name: "proto", fetch, development: true, limits });
}

/** An event of an order, a second after the one before. */
export function orderEvent(
  webhookUrl: string | undefined,
  { order = "order_1", sequence = 1, at = Date.UTC(2026, 10, 19), more = {} } = {},
): OrderEvent {
  return {
    id: `${order}_event_${sequence}`,
    sequence,
    createdAt: at + sequence * 1_000,
    order: { id: order, checkout_id: `checkout_of_${order}`, ...more },
    platform: { profile: "https://agent.example/profile.json", webhookUrl, envelope: ENVELOPE },
  };
}

/** Numbers from 0 up to 1, the same ones each time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
