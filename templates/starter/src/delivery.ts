/** How things reach the buyer (§2.6): what is offered, what the platform chose, and what it still has to choose. */

import {
  configOf,
  fulfillmentRules,
  missingChoices,
  planFulfillment,
} from "@proto-gen/runtime/commerce";
import { hasCapability } from "@proto-gen/runtime/negotiation";
import type { ErrorMessage } from "@proto-gen/runtime/error";
import type { Request, Session } from "./checkout.js";
import { totalsOf } from "./generated/commerce.js";
import { agreement } from "./generated/negotiation.js";
import type { Line } from "./lines.js";

const OWN_RULES = configOf(
  Object.fromEntries(agreement.capabilities.map(({ name, config = {} }) => [name, config])),
  "fulfillment",
);

/** What each method can be sent by, in minor units of CURRENCY. Ask your carriers here. */
const OFFERED = [
  { title: "Standard", description: "Arrives within a week.", price: 500 },
  { title: "Express", description: "Arrives on the next working day.", price: 1_500 },
];

export async function deliveryOf(request: Request, session: Session, lines: readonly Line[]) {
  const { before, trigger, context } = session;
  const { capabilities, configs } = context.platform;
  const agreed = hasCapability(capabilities, "fulfillment");
  const { fulfillment, problems } = await planFulfillment({
    // A platform without the extension says nothing of delivery: its buyer does, on the page.
    request: agreed || trigger === "amend" ? request.fulfillment : before?.fulfillment,
    before: before?.fulfillment,
    lines: lines.map(({ product }) => ({ id: product.id, physical: true })),
    rules: fulfillmentRules(configOf(configs, "fulfillment"), OWN_RULES),
    types: ["shipping"],
    hooks: {
      options: () =>
        OFFERED.map(({ price, ...said }) => ({
          ...said,
          totals: totalsOf({ subtotal: price }),
        })),
    },
  });
  const messages = [...problems, ...missingChoices(fulfillment)];
  return { fulfillment, messages: agreed ? messages : messages.map(forBuyer) };
}

/** What the platform could mend, only the buyer can (§3.2). */
function forBuyer<Each extends { readonly type: string }>(
  message: Each,
): Each | ErrorMessage<"requires_buyer_input"> {
  return message.type === "error" ? { ...message, severity: "requires_buyer_input" } : message;
}
