import {
  checkTotals as unboundCheckTotals,
  createOwners as unboundCreateOwners,
  createWebhookReceiver as unboundCreateWebhookReceiver,
  totalsOf as unboundTotalsOf,
} from "@proto-gen/runtime/codegen/v1/commerce";
import type {
  CheckTotalsOptions,
  Total,
  TotalsAmounts,
  TotalsBreach,
  WrittenTotal,
} from "@proto-gen/runtime/commerce";
import type {
  Owners,
  OwnersOptions,
  WebhookReceiver,
  WebhookReceiverOptions,
} from "@proto-gen/runtime/webhook";
import { events, name, releaseValues, type OrderEvent } from "./slots/commerce.js";

/**
 * Returns the totals of these amounts in the form of this release (§2.3). Discounts are positive amounts here.
 *
 * @throws RangeError if an amount is not a safe integer, or a discount or the total is negative
 */
export function totalsOf(amounts: TotalsAmounts): WrittenTotal[] {
  return unboundTotalsOf(amounts, releaseValues);
}

/** Checks totals that your own code computed, and returns the rules that they break (§2.3, §2.7). It throws nothing. */
export function checkTotals(
  totals: readonly Total[],
  options: CheckTotalsOptions = {},
): readonly TotalsBreach[] {
  return unboundCheckTotals(totals, { ...options, discounts: releaseValues.discounts });
}

/**
 * Receives order events from businesses (§4.7, §6). It validates them by the schema of this release unless you pass `validate`.
 *
 * @throws TypeError if businesses cannot send to `url`
 */
export function createWebhookReceiver(
  options: WebhookReceiverOptions<OrderEvent>,
): WebhookReceiver {
  const validate = options.validate ?? events.validate;
  return unboundCreateWebhookReceiver<OrderEvent>({ ...options, validate, name, releaseValues });
}

/** Records which business each checkout belongs to (§5.5), for `createWebhookReceiver`. */
export function createOwners(options: OwnersOptions): Owners {
  return unboundCreateOwners({ ...options, name });
}
