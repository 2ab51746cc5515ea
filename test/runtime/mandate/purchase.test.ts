/**
 * A purchase without a trusted page (§1.8): the business signs what it offers, the platform verifies it and has its
 * buyer sign, and the checkout is completed by that, once.
 */

import { mcp } from "@proto-gen/runtime/client/mcp";
import {
  mandateProblem,
  merchantAuthorization,
  type MandateVerifier,
} from "@proto-gen/runtime/commerce";
import {
  jwsAuthorizer,
  jwsMandateVerifier,
  platformKeys,
  verifyMerchantAuthorization,
} from "@proto-gen/runtime/jose";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient, type Client } from "../../../generated/client.js";
import type { Checkout } from "../../../generated/index.js";
import { createServer, type Handlers } from "../../../generated/server.js";
import { MANDATE, ORDERED } from "../../support/authorizing-business.js";
import { createWorld, signed, type World } from "../../support/mandates.js";
import { profile } from "../../support/sample-business.js";
import { createSmallBusiness } from "../../support/small-business.js";

const AGENT = "https://agent.example/.well-known/proto";
const TRANSPORTS = [
  ["REST", {}],
  ["MCP", { transport: mcp }],
] as const;

let world: World;
let fetch: NonNullable<Parameters<typeof createClient>[0]["fetch"]>;
let orders: string[];

beforeAll(async () => void (world = await createWorld()));
beforeEach(async () => {
  orders = [];
  fetch = await openShop();
});

/** What a business does with mandates: it keeps what it has answered, and holds a mandate against that. */
async function openShop(): Promise<typeof fetch> {
  const answered = new Map<string, object>();
  const platforms = approvedPlatforms({
    [AGENT]: { ...profile, signing_keys: [world.platform.publicKey] },
  });
  const verifier = jwsMandateVerifier({
    keysFor: platformKeys(platforms),
    signingKeys: [world.business.publicKey],
  });
  const small = createSmallBusiness();
  const server = createServer(
    { ...small.handlers, completeCheckout: completing(small.handlers, verifier, answered) },
    {
      profile,
      platforms,
      finishers: {
        [MANDATE]: merchantAuthorization(await jwsAuthorizer(world.business.privateKey), {
          keep: (body) => void answered.set((body as Checkout).id, body),
        }),
      },
    },
  );
  return (url, init) => server.fetch(new Request(url, init as RequestInit));
}

function completing(
  handlers: Handlers,
  verifier: MandateVerifier,
  answered: ReadonlyMap<string, object>,
): Handlers["completeCheckout"] {
  return async (request, context) => {
    const { id } = request;
    const { checkout_mandate: mandate } = request.ap2;
    const verdict = await verifier.verify(mandate, {
      checkout: answered.get(id) ?? {},
      platform: context.platform,
      now: Date.now(),
      signal: context.signal,
    });
    const problem = mandateProblem(verdict);
    const current = await handlers.getCheckout({ id }, context);
    if (problem !== undefined && !(current instanceof BusinessOutcome))
      return { ...current, messages: [problem] };
    orders.push(id);
    return handlers.completeCheckout(request, context);
  };
}

function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

type Shop = Pick<Client, "createCheckout" | "updateCheckout" | "getCheckout" | "completeCheckout">;

async function mandateOf(checkout: Checkout): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const verdict = await verifyMerchantAuthorization(
    checkout,
    checkout.ap2?.merchant_authorization,
    [world.business.publicKey],
  );
  expect(verdict).toEqual({ kind: "accepted" });
  return signed({ iat: now, exp: now + 300, checkout }, { by: world.platform });
}

async function complete(shop: Shop, id: string, mandate: string): Promise<Checkout> {
  return resource(
    await shop.completeCheckout({
      id,
      payment: { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card" }] },
      ap2: { checkout_mandate: mandate },
    }),
  );
}

describe.each(TRANSPORTS)("over %s", (_, via) => {
  let shop: Shop;
  let ready: Checkout;

  beforeEach(async () => {
    const business = "https://business.example.com";
    shop = await createClient({ business, profile: AGENT, fetch, ...via });
    const order = { currency: "USD", line_items: ORDERED };
    const { id } = resource(await shop.createCheckout(order));
    ready = resource(await shop.updateCheckout({ id, ...order }));
  });

  it("completes a checkout with a mandate for the last response", async () => {
    const completed = await complete(shop, ready.id, await mandateOf(ready));
    expect(completed.status).toBe("completed");
    expect(orders).toEqual([ready.id]);
    await mandateOf(completed);
  });

  it("refuses to complete a checkout again with the mandate for what it was", async () => {
    const mandate = await mandateOf(ready);
    await complete(shop, ready.id, mandate);
    const again = await complete(shop, ready.id, mandate);
    expect(again.messages).toMatchObject([{ code: "mandate_scope_mismatch" }]);
    expect(orders).toEqual([ready.id]);
  });

  it("refuses a mandate for the checkout before an update", async () => {
    const mandate = await mandateOf(ready);
    const more = [{ item: { id: "camera" }, quantity: 3 }];
    resource(await shop.updateCheckout({ id: ready.id, currency: "USD", line_items: more }));
    const refused = await complete(shop, ready.id, mandate);
    expect(refused.status).toBe("ready_for_complete");
    expect(refused.messages).toEqual([
      {
        type: "error",
        code: "mandate_scope_mismatch",
        content: expect.any(String) as string,
        severity: "recoverable",
        path: "$.ap2.checkout_mandate",
      },
    ]);
    expect(orders).toEqual([]);
  });

  it("refuses a mandate that someone else signed, and accepts a valid one afterwards", async () => {
    const now = Math.floor(Date.now() / 1_000);
    const forged = await signed(
      { exp: now + 300, checkout: ready },
      { by: world.stranger, header: { kid: world.platform.publicKey.kid } },
    );
    const refused = await complete(shop, ready.id, forged);
    expect(refused.messages).toMatchObject([{ code: "mandate_invalid_signature" }]);
    expect(orders).toEqual([]);
    expect((await complete(shop, ready.id, await mandateOf(refused))).status).toBe("completed");
  });
});
