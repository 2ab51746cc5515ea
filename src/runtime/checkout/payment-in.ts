/** The payment of a request to complete a checkout (§2.5), under the name that its release has for it. */

import { isObject, own } from "../json/members.js";
import type { PaymentMember, ReleaseValues } from "../service/release-values.js";
import type { RequestShape } from "./types.js";

/** The first published release sends the one instrument by itself. */
const PAYMENTS: readonly PaymentMember[] = [
  { member: "payment", holds: "instruments" },
  { member: "payment_data", holds: "instrument" },
];

/** @returns the payment with its `instruments`, in every release; undefined for a request without one */
export function paymentIn(request: RequestShape, release: ReleaseValues | undefined): unknown {
  if (!isObject(request)) return undefined;
  for (const { member, holds } of release?.payments ?? PAYMENTS) {
    const payment = own(request, member);
    if (payment !== undefined)
      return holds === "instruments" ? payment : { instruments: [payment] };
  }
  return undefined;
}
