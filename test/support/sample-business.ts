/** The sample business's server: its generated definition, and handlers that answer the sample checkout. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import {
  createServer,
  rest,
  type CallContext,
  type Handlers,
  type LogEntry,
  type Server,
  type ServerOptions,
} from "@proto-gen/runtime/server";
import type { Checkout } from "../../generated/index.js";
import { agreement } from "../../generated/negotiation.js";
import { service, type Operations } from "../../generated/services/dev/proto/shopping.js";
import { surface } from "../../generated/surface.js";
import { validators } from "../../generated/validators.js";
import { repository } from "./published.js";

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(path.join(repository, file), "utf8")) as JsonObject;
}

export const profile = read("profile.json");
export const sampleCheckout = read("test/data/instances/checkout.json") as unknown as Checkout;

/** Where the sample business serves REST, below its host. */
export const BASE = "/proto/v1";

type BusinessHandlers = Handlers<Operations, "proto">;

function nothing(): never {
  throw new ProtocolError("not_found");
}

export interface SampleBusiness {
  readonly server: Server;
  /** Of each call of `createCheckout`. */
  readonly created: CallContext[];
  readonly entries: LogEntry[];
}

export function sampleBusiness(
  own: Partial<BusinessHandlers> = {},
  more: Partial<ServerOptions> = {},
): SampleBusiness {
  const created: CallContext[] = [];
  const entries: LogEntry[] = [];
  const handlers: BusinessHandlers = {
    createCheckout(_request, context) {
      created.push(context);
      return { ...sampleCheckout, id: `checkout_${created.length}` };
    },
    getCheckout: ({ id }) => ({ ...sampleCheckout, id }),
    updateCheckout: ({ id }) => ({ ...sampleCheckout, id }),
    completeCheckout: ({ id }) => ({ ...sampleCheckout, id }),
    cancelCheckout: ({ id }) => ({ ...sampleCheckout, id, status: "canceled" }),
    createCart: nothing,
    getCart: nothing,
    updateCart: nothing,
    cancelCart: nothing,
    searchCatalog: nothing,
    lookupCatalog: nothing,
    ...own,
  };
  const definition = {
    name: "proto" as const,
    agreement,
    services: [service],
    validators,
    surface,
    transports: [rest],
  };
  const server = createServer<Operations, "proto">(definition, handlers, {
    profile,
    platforms: { get: (url) => Promise.resolve({ url, profile, identity: url }) },
    log: (entry) => entries.push(entry),
    ...more,
  });
  return { server, created, entries };
}

let calls = 0;

/** Header fields that every call needs (§4.8), with a key of its own. */
export function callHeaders(): Record<string, string> {
  calls += 1;
  return {
    "Proto-Agent": 'profile="https://agent.example/.well-known/proto"',
    "Request-Id": `request_${calls}`,
    "Idempotency-Key": `key_${process.pid}_${calls}`,
    "Content-Type": "application/json",
  };
}

export const ORDERED: string = JSON.stringify({
  currency: "USD",
  line_items: [{ item: { id: "item_1" }, quantity: 1 }],
});
