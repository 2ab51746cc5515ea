/**
 * Edits of a session that nobody is paying for (§3.1): an accepted update, and what the buyer fills in on the business's own pages
 * (§3.3). The buyer's request is evaluated like an update, but the session stays escalated: the buyer still has to finish it. A payment
 * that is running is waited for.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { withoutCredentials } from "../../envelope/member-removals.js";
import type { CallContext, CallingPlatform } from "../../server/handlers.js";
import type { PaymentAnswer } from "../../service/release-values.js";
import { Declined } from "./checkout-error.js";
import { expiryOf, type Evaluated } from "./evaluate.js";
import type { AwaitedPayment, PaymentRegistry } from "./payment-registry.js";
import { BUYER_REVIEW, notAllowed } from "./refusals.js";
import { type SessionRecord, platformOf } from "./session-record.js";
import type { Decision, Sessions } from "./sessions.js";
import { move, allows } from "./status.js";
import type { CheckoutShape, RequestShape } from "./types.js";

/**
 * @param answered the payment members that responses contain
 * @throws CheckoutError `illegal_transition`
 */
export function applyUpdate(
  record: SessionRecord,
  { request, checkout }: { readonly request: RequestShape; readonly checkout: CheckoutShape },
  answered: PaymentAnswer | undefined,
): SessionRecord {
  move(record.checkout.status, "update", checkout.status);
  const expiresAt = expiryOf(checkout, record.expiresAt);
  return { ...record, checkout, request: withoutCredentials(request, answered), expiresAt };
}

type Amended = CheckoutShape | Declined;

type Amend = (
  id: string,
  change: (request: RequestShape, checkout: CheckoutShape) => RequestShape,
  contextFor: (platform: CallingPlatform) => CallContext,
) => Promise<Amended>;

interface BuyerEditOptions {
  readonly sessions: Sessions;
  readonly evaluated: Evaluated;
  readonly registry: PaymentRegistry;
  /** The payment members that responses contain. */
  readonly answered: PaymentAnswer | undefined;
}

type Tried =
  | { readonly kind: "amended"; readonly amended: Amended }
  | { readonly kind: "running"; readonly payment: AwaitedPayment };

export function createBuyerEdit({
  sessions,
  evaluated,
  registry,
  answered,
}: BuyerEditOptions): Amend {
  async function amended(
    record: SessionRecord,
    request: RequestShape,
    context: CallContext,
  ): Promise<Decision<Amended>> {
    const { checkout } = record;
    if (!allows(checkout.status, "update"))
      return { result: new Declined([notAllowed(checkout, "update")]) };
    const asked = { id: checkout.id, trigger: "amend", before: checkout, context } as const;
    const evaluation = await evaluated(request, asked);
    if (evaluation instanceof Declined) return { result: evaluation };
    if (evaluation instanceof BusinessOutcome) return { result: new Declined(evaluation.messages) };
    const result = asBuyers(evaluation);
    return { next: applyUpdate(record, { request, checkout: result }, answered), result };
  }

  return async (id, change, contextFor) => {
    const tried = await sessions.change<Tried>(id, undefined, async (record) => {
      // Amending now would change what is being paid for: the payment would succeed and then have to be released.
      const payment = registry.runningIn(record);
      if (payment !== undefined) return { result: { kind: "running", payment } };
      const request = change(record.request, record.checkout);
      const decision = await amended(record, request, contextFor(platformOf(record)));
      return { ...decision, result: { kind: "amended", amended: decision.result } };
    });
    if (tried.kind === "amended") return tried.amended;
    const end = await registry.endOf(id, tried.payment);
    return end instanceof Declined ? end : new Declined([notAllowed(end, "update")]);
  };
}

/**
 * Escalates even if nothing is left to fill in: the buyer is on the page, and the platform could complete the
 * checkout under them.
 */
function asBuyers(checkout: CheckoutShape): CheckoutShape {
  if (checkout.status === "requires_escalation") return checkout;
  const messages = [...(checkout.messages ?? []), BUYER_REVIEW];
  return { ...checkout, status: "requires_escalation", messages };
}
