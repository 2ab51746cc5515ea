/** Applies an accepted update to a session that nobody is paying for (§3.1). */

import { withoutCredentials } from "../../envelope/member-removals.js";
import type { PaymentAnswer } from "../../service/release-values.js";
import { expiryOf } from "./evaluate.js";
import { move } from "./machine.js";
import type { SessionRecord } from "./session-record.js";
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
