/** A client of the sample business, and what answers it: a server, or a script. */

import {
  createClient,
  type Client,
  type ClientDefinition,
  type ClientOptions,
} from "@proto-gen/runtime/client";
import type { TransportName } from "@proto-gen/runtime/codegen/v1";
import type { CheckoutCreateRequest } from "../../generated/index.js";
import { agreement } from "../../generated/negotiation.js";
import { service, type Operations } from "../../generated/services/dev/proto/shopping.js";
import { profile } from "./sample-business.js";

export const BUSINESS = "https://business.example.com";
export const ENDPOINT = "https://business.example.com/proto/v1";
export const PLATFORM = "https://agent.example/.well-known/proto";

export { profile, checkout as sample } from "./sample-business.js";

export const ORDERED = {
  currency: "USD",
  line_items: [{ item: { id: "item_1" }, quantity: 1 }],
} as unknown as CheckoutCreateRequest;

export const DEFINITION: ClientDefinition = {
  name: "proto",
  agreement,
  services: [service],
  async checks() {
    const [{ validators }, { surface }] = await Promise.all([
      import("../../generated/validators.js"),
      import("../../generated/surface.js"),
    ]);
    return { validators, surface };
  },
};

export type SampleClient<Via extends TransportName = "rest"> = Client<Operations, Via>;

export function connect<Via extends TransportName = "rest">(
  options: Partial<ClientOptions<Via>>,
  definition: ClientDefinition = DEFINITION,
): Promise<SampleClient<Via>> {
  return createClient<Operations, Via>(definition, {
    business: BUSINESS,
    profile: PLATFORM,
    ...options,
  });
}

/** One request as it was sent. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

export type Answering = (sent: Sent, index: number) => Response | Promise<Response>;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const type = { "Content-Type": "application/json" };
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } });
}

/** Gives the profile, and to everything else what `answer` says. */
export function scripted(answer: Answering, live: unknown = profile) {
  const calls: Sent[] = [];
  const discoveries: Sent[] = [];
  async function fetch(url: string, init: RequestInit): Promise<Response> {
    init.signal?.throwIfAborted();
    const request = new Request(url, init);
    const { method, headers } = request;
    const sent = { url, method, headers, body: await request.text() };
    if (!url.endsWith("/.well-known/proto")) return answer(sent, calls.push(sent) - 1);
    discoveries.push(sent);
    return json(live);
  }
  return { fetch, calls, discoveries };
}
