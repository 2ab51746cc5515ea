/**
 * Who takes payments: a port of the runtime, with the token that the platform's payment handler gave, never a card.
 * The sandbox is one; yours is another, and `paymentProviderSuite` of `@proto-gen/runtime/testing` checks it.
 */

import type * as runtime from "@proto-gen/runtime/commerce";

export interface PaymentToken {
  readonly token: string;
}

export type PaymentRequest = runtime.PaymentRequest<PaymentToken>;
export type PaymentProvider = runtime.PaymentProvider<PaymentToken>;
