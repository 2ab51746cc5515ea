/** What the shop makes of what a platform asks for: prices, delivery, discounts, and what stands in the way. */

import {
  chosenInstrument,
  Declined,
  type CheckoutOptions,
  type CheckoutSession,
  fulfillmentTotal,
  sumOf,
} from "@proto-gen/runtime/commerce";
import { hasCapability } from "@proto-gen/runtime/negotiation";
import type { ErrorMessage, Message } from "@proto-gen/runtime/error";
import { currencyFor, hintsIn, type BuyerHints } from "../buyer-hints.js";
import type { Catalog } from "../catalog/index.js";
import type { Checkout, CheckoutUpdateRequest } from "../generated/index.js";
import { totalsOf } from "../generated/commerce.js";
import type { Handlers } from "../generated/server.js";
import { NO_GEO_IP, type GeoIp } from "../geo-ip.js";
import type { NewId } from "../new-id.js";
import { handlersForCart } from "../payment/payment-handlers.js";
import type { ShopData } from "../shop-data.js";
import { withoutGoneLines } from "./chosen-delivery.js";
import { deliveryOf, type Fulfillment } from "./delivery.js";
import { discountsFor } from "./discounts.js";
import { requireFewLines } from "./line-limit.js";
import { linesOf, type Line } from "./lines.js";
import { locationsOf } from "./locations.js";
import { buyerObjections, escalations, placeObjections, reviewAsked } from "./objections.js";
import type { Interventions } from "./interventions.js";
import { currencyRefusal, refused } from "./request-refusal.js";
import { requiredTotal } from "./required-total.js";

export type Evaluate = CheckoutOptions<Handlers>["evaluate"];
type Request = Parameters<Evaluate>[0];
type Evaluated = Awaited<ReturnType<Evaluate>>;
type Session = CheckoutSession<Omit<Checkout, "proto">, CheckoutUpdateRequest["payment"]>;

type Listed = NonNullable<NonNullable<Checkout["payment"]>["handlers"]>;

export interface EvaluateOptions {
  readonly catalog: Catalog;
  /** Knows no country unless given. */
  readonly geoIp?: GeoIp;
  readonly data: Pick<ShopData, "delivery" | "customers" | "discounts">;
  /** From this sum on the buyer looks an order over: in minor units of the home currency. */
  readonly reviewFrom: number;
  /** What the staff has decided about single checkouts, by their ids. */
  readonly interventions?: Interventions;
  readonly newId: NewId;
  /** Checkouts have them in `payment`, where there are any. */
  readonly listedHandlers: readonly object[];
}

const LINKS = [
  { type: "terms_of_service", url: "https://shop.example.com/terms" },
  { type: "privacy_policy", url: "https://shop.example.com/privacy" },
];

export function createEvaluate({ geoIp = NO_GEO_IP, ...options }: EvaluateOptions): Evaluate {
  return async (request, session) => {
    const { before, context } = session;
    const otherCurrency = currencyRefusal(request.currency, options.catalog.prices);
    if (otherCurrency !== undefined) return refused(before, otherCurrency);
    const hints = hintsIn({ context: request.context, headers: context.headers }, geoIp);
    const { prices } = options.catalog;
    const settled = { named: request.currency, before: before?.currency };
    const catalog = options.catalog.in(currencyFor(prices, hints, settled));
    return evaluate(request, session, { ...options, catalog, hints });
  };
}

interface Evaluating extends Omit<EvaluateOptions, "geoIp"> {
  /** In the currency of the checkout. */
  readonly catalog: Catalog;
  readonly hints: BuyerHints;
}

async function evaluate(
  request: Request,
  session: Session,
  { catalog, hints, data, reviewFrom, interventions, newId, listedHandlers }: Evaluating,
): Promise<Evaluated> {
  const { before, context, trigger } = session;
  const { currency, prices } = catalog;
  requireFewLines(request.line_items);
  const found = linesOf(catalog, request.line_items, before?.line_items);
  const { lines, messages, refusal } = found;
  if (refusal !== undefined) return refused(before, { outcome: refusal, messages });
  const asked = { before: before?.line_items, requested: request.line_items, lines };
  const wanted = withoutGoneLines(request.fulfillment, asked);
  const delivered = { request: wanted, before: before?.fulfillment, lines };
  const { email } = request.buyer ?? {};
  const delivery = await deliveryOf({
    ...{ catalog, data, email, trigger, ...delivered, context, newId },
  });
  // A checkout that there is not yet cannot stay as it was: it is made without that choice.
  const unknown = before === undefined ? [] : delivery.problems.filter(isRefusal);
  if (unknown.length > 0) return new Declined(unknown);
  const { fulfillment } = delivery;
  const { buyer, discounts } = agreedOf(request, session);
  const granted = discountsOf(discounts, request, session, (asked) =>
    discountsFor(asked, lines, { discounts: data.discounts, prices, currency }),
  );
  const totals = totalsFor(lines, fulfillment, granted?.amount);
  const cart = { currency, totals, ...(fulfillment === undefined ? {} : { fulfillment }) };
  const allowed = handlersForCart(listedHandlers, cart, prices);
  const billing = billingOf(request, session);
  const places = { fulfillment, billing, context: hints.context, geoIp: () => hints.geoIp };
  const total = requiredTotal(totals);
  const intervention = before && interventions?.get(before.id);
  return {
    line_items: [...lines],
    currency,
    totals,
    links: [...LINKS],
    messages: [
      ...messages,
      ...buyerObjections(request),
      ...delivery.problems,
      ...(granted?.messages ?? []),
      ...placeObjections(catalog, found, await locationsOf(lines, places)),
      ...escalations(catalog, lines, total, prices.amountIn(currency, reviewFrom)),
      ...reviewAsked(intervention),
    ],
    ...(listedHandlers.length === 0
      ? {}
      : { payment: { ...request.payment, handlers: [...allowed] as Listed } }),
    ...(fulfillment === undefined ? {} : { fulfillment }),
    ...(buyer === undefined ? {} : { buyer }),
    ...(granted === undefined ? {} : { discounts: { ...discounts, applied: granted.applied } }),
    ...(intervention?.expiresAt === undefined ? {} : { expires_at: intervention.expiresAt }),
  };
}

/** What is not there cannot be chosen: the checkout stays as it was. */
function isRefusal(problem: Message): problem is ErrorMessage {
  return problem.type === "error" && !["missing", "fulfillment_unavailable"].includes(problem.code);
}

/** What extensions add counts for platforms that have them: to others nothing would explain it (§9). */
function agreedOf(
  { buyer, discounts }: Request,
  { context: { platform } }: Session,
): Pick<CheckoutUpdateRequest, "buyer" | "discounts"> {
  const { consent, ...person } = buyer ?? {};
  const hasConsent = hasCapability(platform.capabilities, "buyer_consent");
  const kept = hasConsent && consent !== undefined ? { ...person, consent } : person;
  return {
    ...(buyer === undefined ? {} : { buyer: kept }),
    ...(discounts !== undefined && hasCapability(platform.capabilities, "discount")
      ? { discounts }
      : {}),
  };
}

/** Codes count for platforms that have the extension, and so does what their buyers are entitled to. */
function discountsOf<Granted>(
  discounts: CheckoutUpdateRequest["discounts"],
  { context: hints }: Request,
  { context: { platform } }: Session,
  calculate: (asked: Parameters<typeof discountsFor>[0]) => Granted,
): Granted | undefined {
  const { eligibility } = (hints ?? {}) as { readonly eligibility?: unknown };
  const claims = Array.isArray(eligibility)
    ? eligibility.filter((each) => typeof each === "string")
    : [];
  if (!hasCapability(platform.capabilities, "discount")) return undefined;
  if (discounts === undefined && claims.length === 0) return undefined;
  return calculate({ codes: discounts?.codes, claims });
}

/** Of what is charged. */
function billingOf({ payment }: Request, session: Session) {
  return chosenInstrument(session.payment ?? payment)?.billing_address;
}

function totalsFor(
  lines: readonly Line[],
  fulfillment: Fulfillment | undefined,
  discount: number | undefined,
): Checkout["totals"] {
  return totalsOf({
    subtotal: sumOf(lines.map(({ item, quantity }) => item.price * quantity)),
    discount,
    // What is not chosen yet has no price: 0 would be free delivery.
    fulfillment: fulfillmentTotal(fulfillment),
  });
}
