/**
 * The checkout that a buyer begins on the shop's own page (§3.3): from a permalink, or from a cart. In: what is to be bought. Out: the
 * session, which no platform has: all that it lacks is the buyer's to give.
 */

import { isCapability } from "@proto-gen/runtime/negotiation";
import type { Checkouts } from "@proto-gen/runtime/commerce";
import { createEnvelope, type CallContext, type CallingPlatform } from "@proto-gen/runtime/server";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { agreement } from "../generated/negotiation.js";
import type { Handlers } from "../generated/server.js";
import type { NewOrder } from "../orders/new-order.js";
import type { Backstage } from "../pages/index.js";

type NewCheckout = Parameters<Handlers["createCheckout"]>[0];

export interface BuyerBeginOptions {
  readonly checkouts: Checkouts<Handlers, NewOrder>;
  readonly contextFor: (operation: string, platform: CallingPlatform) => CallContext;
  /** The protocol's name. */
  readonly name: string;
  /** URL of the shop's own profile. */
  readonly profile: string;
}

export function createBuyerBegin({
  checkouts,
  contextFor,
  ...shop
}: BuyerBeginOptions): Backstage["begin"] {
  const platform = ownPlatform(shop);
  return async ({ currency, items, buyer, context }) => {
    const line_items = items.map(({ id, quantity }) => ({ item: { id }, quantity }));
    const request = {
      currency,
      line_items,
      ...(buyer === undefined ? {} : { buyer }),
      ...(context === undefined ? {} : { context }),
    };
    const created = await checkouts.handlers.createCheckout(
      request as NewCheckout,
      contextFor("create_checkout", platform),
    );
    if (created instanceof BusinessOutcome)
      return { kind: "refused", problems: created.messages.map(({ content }) => ({ content })) };
    // From here on it is the buyer's to finish.
    await checkouts.amend(
      created.id,
      (unchanged) => unchanged,
      (own) => contextFor("update_checkout", own),
    );
    return { kind: "begun", id: created.id };
  };
}

/** The shop's page as a platform that has agreed to checkouts alone. */
function ownPlatform({
  name,
  profile,
}: Pick<BuyerBeginOptions, "name" | "profile">): CallingPlatform {
  const capabilities = agreement.capabilities.filter((each) => isCapability(each.name, "checkout"));
  const { version } = agreement;
  return {
    profile,
    capabilities: new Set(capabilities.map((each) => each.name)),
    configs: {},
    envelope: createEnvelope({ name, agreement: { version, capabilities }, shape: "keyed" }),
  };
}
