/**
 * The order that a buyer places on the shop's own page (§3.1, §3.3). In: the session, and what was filled in. Out:
 * what has become of it; it costs what the button said, or nothing is charged, as where the button said no price.
 */

import { Declined, type Checkouts, amountOf } from "@proto-gen/runtime/commerce";
import { errorMessage, type Message } from "@proto-gen/runtime/error";
import type { CallContext, CallingPlatform } from "@proto-gen/runtime/server";
import { equalJson } from "@proto-gen/runtime/json";
import type { Checkout } from "../generated/index.js";
import type { Handlers } from "../generated/server.js";
import type { NewOrder } from "../orders/new-order.js";
import type { Backstage, Outcome } from "../pages/index.js";
import type { PaymentRequest } from "../payment/payment-provider.js";
import { withValues } from "./with-values.js";

type Resource = Omit<Checkout, "proto">;

export interface BuyerFinishOptions {
  readonly checkouts: Checkouts<Handlers, NewOrder>;
  /** Takes the payment, once for each key. */
  readonly place: (
    checkout: Resource,
    paymentKey: string,
    signal?: PaymentRequest["signal"],
  ) => Promise<NewOrder | Declined>;
  readonly contextFor: (platform: CallingPlatform) => CallContext;
}

const CHANGED = new Declined([
  errorMessage({
    code: "checkout_changed",
    content: "The checkout has changed since you have seen it. Please look at it again.",
    severity: "recoverable",
  }),
]);

export function createBuyerFinish({
  checkouts,
  place,
  contextFor,
}: BuyerFinishOptions): Backstage["finish"] {
  return async (id, { total, values, isSeen, isPartial = false }) => {
    let shown: Resource | undefined;
    const amended = await checkouts.amend(
      id,
      (request, checkout) => {
        // Asked of what is changed, not of what was read before: the platform may have been at it.
        shown = isSeen(checkout) ? checkout : undefined;
        return shown === undefined ? request : withValues(request, checkout, values);
      },
      contextFor,
    );
    if (shown === undefined) return refused(CHANGED.messages);
    if (amended instanceof Declined) return refused(amended.messages);
    const left = (amended.messages ?? []).filter(isInTheWay);
    if (left.length > 0) return refused(left);
    const isPriced = total !== undefined && amountOf(amended.totals, "total") === total;
    const isOther = !isPriced || !hasLinesOf(amended, shown);
    if (isPartial || isOther) return { kind: "review" };
    const finished = await checkouts.finish(id, (checkout, paymentKey, signal) =>
      // The platform may have been at it in between.
      equalJson(checkout, amended) ? place(checkout, paymentKey, signal) : CHANGED,
    );
    return finished instanceof Declined ? refused(finished.messages) : { kind: "completed" };
  };
}

/** Where there is less of something by now, it is bought by nobody who has not seen it. */
function hasLinesOf(now: Resource, before: Resource): boolean {
  return equalJson(now.line_items, before.line_items);
}

/** What the buyer does by placing the order is no member of the checkout: a review, an appointment. */
function isInTheWay(
  message: Pick<Message, "type"> & { severity?: string; path?: string },
): boolean {
  const { type, severity, path } = message;
  if (type !== "error" || severity === "requires_buyer_review") return false;
  return severity !== "requires_buyer_input" || path !== undefined;
}

function refused(messages: readonly { content: string; path?: string | undefined }[]): Outcome {
  return { kind: "refused", problems: messages.map(({ content, path }) => ({ content, path })) };
}
