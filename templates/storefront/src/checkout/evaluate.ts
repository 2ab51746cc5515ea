/** What the shop makes of what a platform asks for: prices, delivery, discounts, and what stands in the way. */

import { billingAddress, buyerLocation, shippingAddress } from "@proto-gen/runtime/buyer-location";
import { Declined, type CheckoutOptions, type CheckoutSession } from "@proto-gen/runtime/checkout";
import { BusinessOutcome, type ErrorMessage, type Message } from "@proto-gen/runtime/envelope";
import { fulfillmentTotal, missingChoices } from "@proto-gen/runtime/fulfillment";
import { amountOf, sumOf, totalsOf } from "@proto-gen/runtime/totals";
import type { Catalog } from "../catalog/index.js";
import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";
import type { Handlers } from "../generated/server.js";
import type { NewId } from "../new-id.js";
import { deliveryOf, type Delivery, type Fulfillment } from "./delivery.js";
import { discountFor, type Discount } from "./discounts.js";
import { linesOf, type Line } from "./lines.js";
import { buyerObjections, escalations, placeObjections } from "./objections.js";

export type Evaluate = CheckoutOptions<Handlers>["evaluate"];
type Request = Parameters<Evaluate>[0];
type Evaluated = Awaited<ReturnType<Evaluate>>;
type Session = CheckoutSession<Omit<Checkout, "proto">, CheckoutUpdateRequest["payment"]>;

type Listed = NonNullable<NonNullable<Checkout["payment"]>["handlers"]>;

export interface EvaluateOptions {
  readonly catalog: Catalog;
  /** From this sum on the buyer looks an order over: in minor units. */
  readonly reviewFrom: number;
  readonly newId: NewId;
  /** Checkouts have them in `payment`, where there are any. */
  readonly listedHandlers: readonly object[];
}

export function createEvaluate(options: EvaluateOptions): Evaluate {
  return (request, session) => evaluate(request, session, options);
}

async function evaluate(
  request: Request,
  session: Session,
  { catalog, reviewFrom, newId, listedHandlers }: EvaluateOptions,
): Promise<Evaluated> {
  const { before, context } = session;
  const { lines, messages, refusal } = linesOf(catalog, request.line_items, before?.line_items);
  if (refusal !== undefined)
    return before === undefined ? new BusinessOutcome([refusal]) : new Declined([refusal]);
  const { fulfillment: wanted } = request;
  const asked = { catalog, request: wanted, before: before?.fulfillment, lines, context, newId };
  const delivery = await deliveryOf(asked);
  const refused = delivery.problems.filter(isRefusal);
  if (refused.length > 0) return new Declined(refused);
  const { fulfillment } = delivery;
  const discount = discountFor(request, lines);
  const totals = totalsFor(lines, fulfillment, discount);
  return {
    line_items: [...lines],
    totals,
    links: [
      { type: "terms_of_service", url: "https://shop.example.com/terms" },
      { type: "privacy_policy", url: "https://shop.example.com/privacy" },
    ],
    messages: [
      ...messages,
      ...buyerObjections(request),
      ...deliveryMessages(delivery),
      ...placeObjections(catalog, lines, await locationOf(request, session, fulfillment)),
      ...escalations(catalog, lines, amountOf(totals, "total") ?? 0, reviewFrom),
    ],
    ...(listedHandlers.length === 0
      ? {}
      : { payment: { ...request.payment, handlers: [...listedHandlers] as Listed } }),
    ...(fulfillment === undefined ? {} : { fulfillment }),
    ...(request.discounts === undefined
      ? {}
      : { discounts: { ...request.discounts, applied: discount === undefined ? [] : [discount] } }),
  };
}

/** What is not there cannot be chosen: the checkout stays as it was. */
function isRefusal(problem: Message): problem is ErrorMessage {
  return problem.type === "error" && !["missing", "fulfillment_unavailable"].includes(problem.code);
}

function deliveryMessages({ fulfillment, problems }: Delivery): Message[] {
  const said = new Set(problems.map(({ path }) => path));
  return [...problems, ...missingChoices(fulfillment).filter(({ path }) => !said.has(path))];
}

/** Verified inputs first, then hints (§2.3). */
function locationOf(
  { context, payment }: Request,
  session: Session,
  fulfillment: Fulfillment | undefined,
) {
  return buyerLocation({
    shipping: shippingAddress(fulfillment),
    billing: billingAddress(session.payment ?? payment),
    context,
  });
}

function totalsFor(
  lines: readonly Line[],
  fulfillment: Fulfillment | undefined,
  discount: Discount | undefined,
): Checkout["totals"] {
  const hasMethods = (fulfillment?.methods ?? []).length > 0;
  return totalsOf({
    subtotal: sumOf(lines.map(({ item, quantity }) => item.price * quantity)),
    discount: discount?.amount,
    fulfillment: hasMethods ? (fulfillmentTotal(fulfillment) ?? 0) : undefined,
  });
}
