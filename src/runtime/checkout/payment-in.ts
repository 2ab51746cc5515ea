/** The payment of a request to complete a checkout (§2.5), under the name that its release has for it. */

import { isObject, own } from "../json/members.js";
import type { PaymentMember, ReleaseValues } from "../service/release-values.js";
import type { RequestShape } from "./types.js";

/** The first published release sends the one instrument by itself. */
const PAYMENTS: readonly PaymentMember[] = [
  { member: "payment", holds: "instruments" },
  { member: "payment_data", holds: "instrument" },
];

export interface SentPayment {
  /** With its `instruments`, in every release; undefined for a request without one. */
  readonly payment: unknown;
  /** The JSONPath of an instrument in the request; of all of them where no index is given. */
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
