/** Who takes payments: a port. The sandbox is one; yours is another. */

export interface Charge {
  /** What it is for: providers show it beside the payment. */
  readonly checkoutId: string;
  /** In minor units of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The provider's idempotency key: one charge for each, however often it is asked for. */
  readonly paymentKey: string;
  /** What the platform's payment handler gave: a token, never a card. */
  readonly token: string;
  readonly signal: AbortSignal;
}

export type ChargeResult = "paid" | "declined";

export interface PaymentProvider {
  /** @throws where it is not known whether there was a charge */
  charge(charge: Charge): Promise<ChargeResult>;
  /** Takes back what was or will be charged under this key; more than once does no harm. */
  cancel(paymentKey: string): Promise<void>;
}
