/** A business with handlers, platforms and a log, behind a server over REST and MCP. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { ProtocolError, BusinessOutcome } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import { mcpTransport } from "@proto-gen/runtime/mcp";
import {
  createServer,
  type CallContext,
  type Handlers,
  type LogEntry,
  type BusinessServer,
  type ServerDefinition,
  type ServerOptions,
} from "@proto-gen/runtime/server";
import { restTransport } from "@proto-gen/runtime/server";
import type { Cart, Checkout } from "../../generated/index.js";
import { tools } from "../../generated/mcp-tools.js";
import { agreement } from "../../generated/negotiation.js";
import { service, type Operations } from "../../generated/services/dev/proto/shopping.js";
import { surface } from "../../generated/surface.js";
import { validators } from "../../generated/validators.js";
import { repository } from "./published.js";

export const REST_ENDPOINT = "https://business.example.com/proto/v1";
export const MCP_ENDPOINT = "https://business.example.com/proto/mcp";

/** Platforms: with all capabilities, without extensions, and without checkouts. */
export const WHOLE = "https://agent.example/.well-known/proto";
export const PLAIN = "https://plain.example/profile.json";
export const OLDER = "https://older.example/profile.json";

export function readData(file: string): JsonObject {
  return JSON.parse(readFileSync(path.join(repository, file), "utf8")) as JsonObject;
}

export const profile = readData("profile.json");
export const checkout = readData("test/data/instances/checkout.json") as unknown as Checkout;
export const cart = readData("test/data/instances/cart.json") as unknown as Cart;

/** What a platform without extensions sends, too. */
export const ORDERED = { currency: "USD", line_items: [{ item: { id: "item_1" }, quantity: 1 }] };

function platformWith(...names: readonly string[]): object {
  const capabilities = Object.fromEntries(
    names.map((name) => [`dev.proto.shopping.${name}`, [{ version: "2026-11-27" }]]),
  );
  return { proto: { version: "2026-11-27", capabilities } };
}

const PLATFORMS: Readonly<Record<string, object>> = {
  [WHOLE]: profile,
  [PLAIN]: platformWith("checkout", "cart"),
  [OLDER]: platformWith("cart"),
};

const DEFINITION: ServerDefinition<"proto"> = {
  name: "proto",
  agreement,
  services: [service],
  validators,
  surface,
  transports: [restTransport, mcpTransport(tools)],
};

export type BusinessHandlers = Handlers<Operations, "proto">;

/** What has happened: contexts of the calls that made a checkout, and the log. */
export interface Witness {
  readonly created: CallContext[];
  readonly entries: LogEntry[];
}

export const outOfStock = new BusinessOutcome(
  [
    {
      type: "error",
      code: "out_of_stock",
      content: "There is none left.",
      severity: "unrecoverable",
    },
  ],
  { continueUrl: "https://business.example.com/" },
);

function unused(): never {
  throw new ProtocolError("not_found");
}

export function sampleHandlers(
  { created }: Pick<Witness, "created">,
  own: Partial<BusinessHandlers> = {},
): BusinessHandlers {
  return {
    createCheckout(_request, context) {
      created.push(context);
      return { ...checkout, id: `checkout_${created.length}` };
    },
    getCheckout({ id }) {
      if (id !== "checkout_1") throw new ProtocolError("not_found", { content: id });
      return { ...checkout, id };
    },
    updateCheckout: ({ id }) => ({ ...checkout, id }),
    completeCheckout: ({ id }) => ({ ...checkout, id }),
    cancelCheckout: ({ id }) => ({ ...checkout, id, status: "canceled" }),
    createCart: () => outOfStock,
    getCart: ({ id }) => ({ ...cart, id }),
    updateCart: ({ id }) => ({ ...cart, id }),
    cancelCart: ({ id }) => ({ ...cart, id }),
    searchCatalog: unused,
    lookupCatalog: unused,
    ...own,
  };
}

export function sampleServer(
  witness: Witness,
  own: Partial<BusinessHandlers> = {},
  more: Partial<ServerOptions> = {},
): BusinessServer {
  return createServer<Operations, "proto">(DEFINITION, sampleHandlers(witness, own), {
    profile,
    continueUrl: "https://business.example.com/shop",
    platforms: {
      get(url) {
        const found = PLATFORMS[url];
        if (found === undefined) throw new ProtocolError("profile_unreachable");
        return Promise.resolve({ url, profile: found, identity: url });
      },
    },
    log: (entry) => witness.entries.push(entry),
    ...more,
  });
}

/** Create Checkout over REST, with an idempotency key. */
export async function createOverRest(
  server: Pick<BusinessServer, "fetch">,
  key: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = {
    ...more,
    "Content-Type": "application/json",
    "Proto-Agent": `profile="${WHOLE}"`,
    "Request-Id": "request_1",
    "Idempotency-Key": key,
  };
  const body = JSON.stringify(ORDERED);
  const request = new Request(`${REST_ENDPOINT}/checkout-sessions`, {
    method: "POST",
    headers,
    body,
  });
  return (await server.fetch(request)) as unknown as Response;
}
