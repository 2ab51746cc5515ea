/** A platform that buys from the business, without a network. */

import { mcp } from "@proto-gen/runtime/client/mcp";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { openBusiness, type Business } from "../src/business.js";
import { createClient, type Client as ClientOf } from "../src/generated/client.js";
import type { Checkout } from "../src/generated/index.js";
import { profile } from "../src/profile.js";

export const SHOP = "https://shop.example";
//: if callHeaders
/** The release requires these, and says nothing of their values. */
//: end
export const HEADERS: Readonly<Record<string, string>> = $CALL_HEADERS;
const AGENT = "https://agent.example/profile.json";

//: if rest
export type Client = ClientOf;
//: else
export type Client = ClientOf<"mcp">;
//: end

export interface Test {
  readonly business: Business;
  readonly client: Client;
  /** The order events that the platform received. */
  readonly events: readonly {
    readonly headers: ReadonlyMap<string, string>;
    readonly body: unknown;
  }[];
}

/** @param isTrusted whether buyers finalize on the platform's own page (§1.8) */
export async function openTest(isTrusted = true): Promise<Test> {
  const platform = platformProfile();
  const events: Test["events"][number][] = [];
  const business = await openBusiness({
    ...{ url: SHOP, storage: createMemoryStorage(), development: true },
    //: if checkout
    trusted: () => isTrusted,
    //: end
    platforms: approvedPlatforms({ [AGENT]: platform }),
    fetch: () => Promise.reject(new Error("The platform is approved.")),
    async post(_url, { headers, body }) {
      const text = new TextDecoder().decode(body);
      events.push({ headers: new Map(headers), body: JSON.parse(text) as unknown });
      return { status: 200, headers: new Headers() };
    },
  });
  const client = await createClient({
    business: SHOP,
    profile: AGENT,
    platform,
    //: if !rest
    transport: mcp,
    //: end
    headers: HEADERS,
    fetch: (url, init) => business.fetch(new Request(url, init)),
  });
  return { business, client, events };
}

interface Entry {
  readonly name?: string;
  readonly config?: object;
}

/**
 * The business's own profile, without mandates, which a buyer has to sign.
 * @param webhook_url where the platform receives order events
 */
export function platformProfile(webhook_url = "https://agent.example/orders"): object {
  const { $NAME: member } = profile as unknown as {
    readonly $NAME: {
      readonly capabilities: Readonly<Record<string, readonly Entry[]>> | readonly Entry[];
    };
  };
  const wanted = (name: string): boolean => !name.endsWith(".ap2_mandate");
  const told = (name: string, entry: Entry): Entry =>
    name.endsWith(".order")
      ? { ...entry, config: { ...entry.config, webhook_url } }
      : entry;
  const { capabilities } = member;
  return {
    $NAME: {
      ...member,
      capabilities: Array.isArray(capabilities)
        ? (capabilities as readonly Entry[])
            .filter(({ name = "" }) => wanted(name))
            .map((entry) => told(entry.name ?? "", entry))
        : Object.fromEntries(
            Object.entries(capabilities as Readonly<Record<string, readonly Entry[]>>)
              .filter(([name]) => wanted(name))
              .map(([name, entries]) => [name, entries.map((entry) => told(name, entry))]),
          ),
    },
  };
}

/** The resource, where there has to be one. */
export function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}
//: if checkout

type Create = Parameters<Client["createCheckout"]>[0];
type Update = Parameters<Client["updateCheckout"]>[0];
type Complete = Parameters<Client["completeCheckout"]>[0];

export const BASKET: Create = {
  line_items: [{ item: { id: "mug" }, quantity: 2 }],
  buyer: { email: "ada@example.com" },
  //: if currency
  currency: "USD",
  //: end
  //: if paymentOnCreate
  payment: {},
  //: end
  //: if vendorRequest
  ...$VENDOR_REQUEST,
  //: end
};
//: if fulfillment

export const HOME = {
  id: "home",
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};
//: end

/** A checkout with all choices made. */
export async function readyCheckout(client: Client): Promise<Checkout> {
  //: if fulfillment
  const methods = [{ type: "shipping", line_item_ids: ["mug"], destinations: [HOME] }];
  const created = resource(
    await client.createCheckout({ ...BASKET, fulfillment: { methods } } as Create),
  );
  const chosen = created.fulfillment?.methods?.map((method) => ({
    ...{ id: method.id, type: method.type, line_item_ids: method.line_item_ids },
    ...{ destinations: [HOME], selected_destination_id: method.selected_destination_id },
    groups: method.groups?.map(({ id, options }) => ({ id, selected_option_id: options?.[0]?.id })),
  }));
  const { id } = created;
  return resource(
    await client.updateCheckout({ ...BASKET, id, fulfillment: { methods: chosen } } as Update),
  );
  //: else
  return resource(await client.createCheckout(BASKET));
  //: end
}

//: if paymentData
/** @param over the transport: over MCP, this release has the payment in a member of another name */
export async function complete(
  client: Client,
  id: string,
  token = "tok_ok",
  over: "rest" | "mcp" = "rest",
): Promise<Checkout> {
  //: else
export async function complete(client: Client, id: string, token = "tok_ok"): Promise<Checkout> {
  //: end
  const instrument = {
    ...{ id: "card_1", handler_id: "$HANDLER", type: "card", selected: true },
    //: if paymentData
    ...{ brand: "visa", last_digits: "4242" },
    //: end
    credential: { type: "token", token },
  };
  //: if paymentData
  const payment =
    over === "mcp" ? { payment: { instruments: [instrument] } } : { payment_data: instrument };
  const request = { id, ...payment };
  //: else
  const request = { id, payment: { instruments: [instrument] } };
  //: end
  //: if vendorComplete
  Object.assign(request, $VENDOR_COMPLETE);
  //: end
  return resource(await client.completeCheckout(request as unknown as Complete));
}

export function totalOf({ totals }: Pick<Checkout, "totals">): number | undefined {
  return totals.find(({ type }) => type === "total")?.amount;
}
//: end
