/** What the business makes of what a platform asks for: prices, delivery, discounts, and what stands in the way. */

import { billingAddress, buyerLocation, shippingAddress } from "@proto-gen/runtime/buyer-location";
import { Declined, type CheckoutOptions } from "@proto-gen/runtime/checkout";
import { errorMessage, type ErrorMessage, type Message } from "@proto-gen/runtime/envelope";
import {
  fulfillmentRules,
  fulfillmentTotal,
  missingChoices,
  planFulfillment,
} from "@proto-gen/runtime/fulfillment";
import { BusinessOutcome, type CallContext } from "@proto-gen/runtime/server";
import { amountOf, totalsOf } from "@proto-gen/runtime/totals";
import type { Checkout } from "../../../generated/index.js";
import type { Handlers } from "../../../generated/server.js";
import { articleOf } from "./articles.js";
import { barredItems } from "./barred-items.js";
import { linesOf, NOTHING_LEFT, type Line } from "./lines.js";

export type Resource = Omit<Checkout, "proto">;
type Evaluate = CheckoutOptions<Handlers>["evaluate"];
type Request = Parameters<Evaluate>[0];
type Session = Parameters<Evaluate>[1];
type Fulfillment = NonNullable<Checkout["fulfillment"]>;

const FULFILLMENT = "dev.proto.shopping.fulfillment";

export const FULFILLMENT_CONFIG = {
  allows_multi_destination: { shipping: true, pickup: false },
  allows_method_combinations: [["shipping"], ["pickup"], ["shipping", "pickup"]],
};

/** From here on the buyer has to look an order over. US cents. */
const HIGH_VALUE = 100_000;

export const evaluate: Evaluate = async (request, session) => {
  const before = session.before;
  const { lines, messages } = linesOf(request.line_items, before?.line_items);
  if (lines.length === 0) return nothingOf(session);
  const { fulfillment, problems } = await plan(request, lines, session);
  // What is not there cannot be chosen: the checkout stays as it was.
  const refused = problems.filter(isRefusal);
  if (refused.length > 0) return new Declined(refused);
  const subtotal = lines.reduce((sum, line) => sum + line.item.price * line.quantity, 0);
  const applied = discountsFor(request, subtotal);
  const totals = totalsOf({
    subtotal,
    ...(applied === undefined ? {} : { discount: applied.amount }),
    ...(fulfillment?.methods?.length ? { fulfillment: fulfillmentTotal(fulfillment) ?? 0 } : {}),
  });
  const said = [
    ...messages,
    ...buyerProblems(request),
    ...problems,
    ...missingChoices(fulfillment).filter(({ path }) =>
      problems.every((each) => each.path !== path),
    ),
    ...(await eligibility(request, session, lines, fulfillment)),
    ...escalations(lines, amountOf(totals, "total") ?? 0),
  ];
  return {
    line_items: [...lines],
    totals,
    links: [{ type: "terms_of_service", url: "https://business.example.com/terms" }],
    messages: said,
    ...(fulfillment === undefined ? {} : { fulfillment }),
    ...(request.discounts === undefined
      ? {}
      : { discounts: { ...request.discounts, applied: applied === undefined ? [] : [applied] } }),
  };
};

function nothingOf({ before }: Session): BusinessOutcome | Declined {
  if (before !== undefined) return new Declined([NOTHING_LEFT]);
  return new BusinessOutcome([NOTHING_LEFT], { continueUrl: "https://business.example.com/" });
}

function isRefusal(problem: Message): problem is ErrorMessage {
  return problem.type === "error" && !["missing", "fulfillment_unavailable"].includes(problem.code);
}

interface Planned {
  readonly fulfillment: Fulfillment | undefined;
  readonly problems: readonly Message[];
}

const STORES = [
  {
    id: "store_1",
    name: "Downtown",
    address: { street_address: "1 Main St", address_country: "US" },
  },
  {
    id: "store_2",
    name: "Harbor",
    address: { street_address: "2 Pier Rd", address_country: "US" },
  },
];

async function plan(
  request: Request,
  lines: readonly Line[],
  { context, before }: Session,
): Promise<Planned> {
  if (!context.platform.capabilities.has(FULFILLMENT))
    return { fulfillment: undefined, problems: [] };
  const physical = (line: Line): boolean => articleOf(line.item.id)?.digital !== true;
  const planned = await planFulfillment({
    request: request.fulfillment,
    lines: lines.map((line) => ({ id: line.id, physical: physical(line) })),
    rules: rulesFor(context),
    before: before?.fulfillment,
    types: ["shipping", "pickup"],
    hooks: {
      locations: (type) => (type === "pickup" ? STORES : undefined),
      options: ({ type }) => (type === "pickup" ? PICKUP : SHIPPING),
      split: ({ lineItemIds }) => {
        const bulky = lineItemIds.filter((id) => id.startsWith("line_sofa"));
        const others = lineItemIds.filter((id) => !bulky.includes(id));
        return [others, bulky].filter((group) => group.length > 0);
      },
    },
  });
  const ids = lines.filter(physical).map(({ id }) => id);
  const available = ids.length === 0 ? [] : availableFor(ids);
  return {
    fulfillment: { ...planned.fulfillment, available_methods: available },
    problems: planned.problems,
  };
}

export function rulesFor({ platform }: CallContext) {
  return fulfillmentRules(platform.configs[FULFILLMENT], FULFILLMENT_CONFIG);
}

const SHIPPING = [
  { title: "Standard", description: "Arrives in a week.", totals: totalsOf({ subtotal: 500 }) },
  { title: "Express", description: "Arrives tomorrow.", totals: totalsOf({ subtotal: 1500 }) },
];
const PICKUP = [{ title: "At the counter", totals: totalsOf({ subtotal: 0 }) }];

function availableFor(ids: string[]): NonNullable<Fulfillment["available_methods"]> {
  return [
    {
      type: "shipping",
      line_item_ids: ids,
      fulfillable_on: "now",
      description: "We ship it to you.",
    },
    { type: "pickup", line_item_ids: ids, fulfillable_on: "now", description: "You pick it up." },
  ];
}

function discountsFor({ discounts }: Request, subtotal: number) {
  if (discounts?.codes?.includes("TEN") !== true) return undefined;
  return { title: "Ten percent", code: "TEN", amount: Math.round(subtotal / 10) };
}

function buyerProblems({ buyer }: Request): Message[] {
  const problems: Message[] = [];
  const severity = "recoverable";
  if (buyer?.email === undefined)
    problems.push(
      errorMessage({
        code: "missing",
        content: "An email address is needed.",
        severity,
        path: "$.buyer.email",
      }),
    );
  const phone = buyer?.phone_number;
  if (phone !== undefined && !/^\+[1-9]\d{1,14}$/.test(phone))
    problems.push(
      errorMessage({
        code: "invalid_phone",
        content: "The phone number has to be like +14155550123.",
        severity,
        path: "$.buyer.phone_number",
      }),
    );
  return problems;
}

/** Where the buyer is, from what binds if there is any (§2.3). */
async function eligibility(
  { context, payment }: Request,
  session: Session,
  lines: readonly Line[],
  fulfillment: Fulfillment | undefined,
): Promise<readonly Message[]> {
  const billing = billingAddress(session.payment ?? payment);
  const shipping = shippingAddress(fulfillment);
  return barredItems(lines, await buyerLocation({ shipping, billing, context }));
}

function escalations(lines: readonly Line[], total: number): ErrorMessage[] {
  const messages: ErrorMessage[] = [];
  if (lines.some(({ item }) => item.id === "piano"))
    messages.push(
      errorMessage({
        code: "schedule_delivery",
        content: "A piano is delivered by appointment.",
        severity: "requires_buyer_input",
      }),
    );
  if (total >= HIGH_VALUE)
    messages.push(
      errorMessage({
        code: "high_value_order",
        content: "Please look an order of this value over.",
        severity: "requires_buyer_review",
      }),
    );
  return messages;
}
