/**
 * Turns a session into an order (§3.1): the one place that writes a completed checkout, for platforms and buyers
 * alike.
 */

import { writtenMessage } from "../../envelope/written-messages.js";
import type { AnyOptions } from "./any-options.js";
import { over } from "./continue-url.js";
import { move } from "./machine.js";
import { withoutAttempt } from "./recorded-payment.js";
import { withoutFailures, type SessionRecord } from "./session-record.js";
import type { Decision } from "./sessions.js";
import type { CheckoutShape, PlacedOrder } from "./types.js";

export interface Purchase {
  readonly trigger: "succeed" | "finish";
  readonly order: PlacedOrder;
  readonly paymentKey: string;
}

/** Commits the checkout, its order and the order's event together. */
export function applyCompletion(
  record: SessionRecord,
  { trigger, order, paymentKey }: Purchase,
  { orders, captures }: Pick<AnyOptions, "orders" | "captures">,
): Decision<CheckoutShape> {
  const { checkout, platform } = record;
  const problem = orders?.problemWith?.(platform);
  const result: CheckoutShape = {
    ...over(checkout, move(checkout.status, trigger, "completed")),
    messages: [
      ...withoutFailures(checkout),
      ...(problem === undefined ? [] : [writtenMessage(problem)]),
    ],
    order: { id: order.id, permalink_url: order.permalink_url },
  };
  const free = withoutAttempt(record, paymentKey);
  const more = [
    ...(orders?.writesFor(order as never, platform) ?? []),
    ...(captures?.writesFor({ checkoutId: checkout.id, paymentKey }) ?? []),
  ];
  return { next: { ...free, checkout: result, paidWith: paymentKey }, more, result };
}
