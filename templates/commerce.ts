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
} from "@proto-gen/runtime/totals";
import type {
  Owners,
  OwnersOptions,
  WebhookReceiver,
  WebhookReceiverOptions,
} from "@proto-gen/runtime/webhook";
import { events, name, releaseValues, type OrderEvent } from "./slots/commerce.js";

/**
 * The totals of these amounts, as the release writes them (§2.3). Discounts are given above zero.
 *
 * @throws RangeError where an amount is not a safe integer, a discount is negative, or the total is
 */
export function totalsOf(amounts: TotalsAmounts): WrittenTotal[] {
  return unboundTotalsOf(amounts, releaseValues);
}

/** What is wrong with totals (§2.3, §2.7) that were made otherwise; nothing is thrown. */
export function checkTotals(
  totals: readonly Total[],
  options: CheckTotalsOptions = {},
): readonly TotalsBreach[] {
  return unboundCheckTotals(totals, { ...options, discounts: releaseValues.discounts });
}

/**
 * Hears from businesses what becomes of orders (§4.7, §6). Events are checked by the schema of the release unless `validate` is given.
 *
 * @throws TypeError for a `url` that no business would send to
 */
export function createWebhookReceiver(
  options: WebhookReceiverOptions<OrderEvent>,
): WebhookReceiver {
  return unboundCreateWebhookReceiver<OrderEvent>({ ...events, ...options, name, releaseValues });
}

/** Remembers which business a checkout was made with (§5.5), for `createWebhookReceiver`. */
export function createOwners(options: OwnersOptions): Owners {
  return unboundCreateOwners({ ...options, name });
}
