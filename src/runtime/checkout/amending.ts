/**
 * What the buyer fills in on the business's own pages (§3.3). In: a session, and what it changes of the request.
 * Out: the session as it is evaluated with that, still the buyer's to finish; or why it stays as it was.
 */

import { BusinessOutcome } from "../envelope/index.js";
import type { CallContext, CallingPlatform } from "../server/handlers.js";
import { BUYER_REVIEW } from "./attempt.js";
import { Declined } from "./declined.js";
import type { Evaluated } from "./evaluate.js";
import { allows } from "./machine.js";
import { notAllowed } from "./refusals.js";
import { platformOf, type SessionRecord } from "./session-record.js";
import type { Decision, Sessions } from "./sessions.js";
import type { CheckoutShape, RequestShape } from "./types.js";
import { updated } from "./updated.js";

type Amended = CheckoutShape | Declined;

export type Amend = (
  id: string,
  change: (request: RequestShape, checkout: CheckoutShape) => RequestShape,
  contextFor: (platform: CallingPlatform) => CallContext,
) => Promise<Amended>;

export function createAmending(sessions: Sessions, evaluated: Evaluated): Amend {
  async function amended(
    record: SessionRecord,
    request: RequestShape,
    context: CallContext,
  ): Promise<Decision<Amended>> {
    const { checkout } = record;
    if (!allows(checkout.status, "update"))
      return { result: new Declined([notAllowed(checkout, "update")]) };
    const evaluation = await evaluated(checkout.id, request, context, checkout);
    if (evaluation instanceof Declined) return { result: evaluation };
    if (evaluation instanceof BusinessOutcome) return { result: new Declined(evaluation.messages) };
    const result = asBuyers(evaluation);
    return { next: updated(record, request, result), result };
  }

  return (id, change, contextFor) =>
    sessions.change(id, undefined, (record) =>
      amended(record, change(record.request, record.checkout), contextFor(platformOf(record))),
    );
}

/** Also with nothing left to fill in: the buyer is at it, and the platform's completion would come between. */
function asBuyers(checkout: CheckoutShape): CheckoutShape {
  if (checkout.status === "requires_escalation") return checkout;
  const messages = [...(checkout.messages ?? []), BUYER_REVIEW];
  return { ...checkout, status: "requires_escalation", messages };
}
