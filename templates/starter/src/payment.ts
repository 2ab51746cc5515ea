/** Payments: what your provider needs, and the provider. */

import { sandboxPayments } from "@proto-gen/runtime/business";
import { Declined, chosenInstrument } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import type { BusinessOptions } from "./generated/business.js";

/** What your provider needs to take a payment: never a card number. */
export interface PaymentToken {
  readonly token: string;
}

/**
 * Moves no money, so the business opens in development alone: the token `tok_declined` is declined, and every other one pays.
 * Put your provider here, and check it with `paymentProviderSuite` of `@proto-gen/runtime/testing`.
 */
export const payments = sandboxPayments<PaymentToken>();

/** Returns what the provider receives, or why the checkout cannot be paid like this (§2.5). */
export const paymentOf: BusinessOptions<PaymentToken>["checkouts"]["paymentOf"] = (sent) => {
  const { credential } = (chosenInstrument(sent) ?? {}) as { readonly credential?: object };
  const { token } = (credential ?? {}) as { readonly token?: unknown };
  if (typeof token === "string" && token !== "") return { token };
  const content = "The payment has no token.";
  return new Declined([errorMessage({ code: "missing", content, severity: "recoverable" })]);
};
