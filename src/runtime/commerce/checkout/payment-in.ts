/** Reads the payment of a Complete Checkout request (§2.5), whatever its member is called in the release. */

import { isObject, own } from "../../json/members.js";
import type { PaymentMember, ReleaseValues } from "../../service/release-values.js";
import type { RequestShape } from "./types.js";

/** The first published release sends a single instrument instead of a list. */
const PAYMENTS: readonly PaymentMember[] = [
  { member: "payment", holds: "instruments" },
  { member: "payment_data", holds: "instrument" },
];

export interface SentPayment {
  /** Has `instruments` in every release. Undefined if the request has no payment. */
  readonly payment: unknown;
  /** Returns the JSONPath of an instrument in the request, or of all of them if `index` is undefined. */
  pathOf(index: number | undefined): string;
}

export function paymentIn(request: RequestShape, release: ReleaseValues | undefined): SentPayment {
  for (const { member, holds } of release?.payments ?? PAYMENTS) {
    const payment = isObject(request) ? own(request, member) : undefined;
    if (payment === undefined) continue;
    if (holds === "instrument")
      return { payment: { instruments: [payment] }, pathOf: () => `$.${member}` };
    const pathOf = (index?: number): string =>
      `$.${member}.instruments${index === undefined ? "" : `[${index}]`}`;
    return { payment, pathOf };
  }
  return { payment: undefined, pathOf: () => "$.payment.instruments" };
}
