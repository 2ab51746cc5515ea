/** What a checkout cannot be made of. In: what refuses it. Out: what its platform hears (§3.2). */

import { Declined } from "@proto-gen/runtime/commerce";
import {
  BusinessOutcome,
  errorMessage,
  type ErrorMessage,
  type Message,
} from "@proto-gen/runtime/error";
import type { Prices } from "../currency.js";

export interface Refusal {
  /** Where there is no checkout yet: why there will be none. */
  readonly outcome: ErrorMessage;
  /** Where there is one, which stays as it was: what can be mended. */
  readonly messages: readonly Message[];
}

export function refused(before: object | undefined, refusal: Refusal): BusinessOutcome | Declined {
  return before === undefined
    ? new BusinessOutcome([refusal.outcome])
    : new Declined(refusal.messages);
}

const LIST = new Intl.ListFormat("en", { type: "disjunction" });

/** Undefined where the currency is one of the shop's, or left to it. */
export function currencyRefusal(
  currency: string | undefined,
  { currencies, known }: Prices,
): Refusal | undefined {
  if (currency === undefined || known(currency) !== undefined) return undefined;
  const code = "currency_unsupported";
  const content = `Everything is sold in ${LIST.format(currencies)} here.`;
  return {
    outcome: errorMessage({ code, content, severity: "unrecoverable" }),
    messages: [errorMessage({ code, content, severity: "recoverable", path: "$.currency" })],
  };
}
