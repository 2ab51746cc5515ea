/** A payment provider that moves no money and keeps its payments in memory: for development and tests. */

import type {
  PaymentProvider,
  PaymentState,
  ProviderPayment,
} from "../commerce/checkout/payment-provider.js";

export interface SandboxOptions<Payment> {
  /** Returns true for payments to decline. Default: those of the token `tok_declined`. */
  declines?(payment: Payment): boolean;
}

export interface SandboxPayments<Payment> extends PaymentProvider<Payment> {
  /** `createBusiness` takes it in development alone. */
  readonly isSandbox: true;
  /** Minor units by payment key, of what was taken and not returned. */
  readonly charges: ReadonlyMap<string, number>;
}

/**
 * Creates a payment provider that takes every payment at once, except for those that it declines.
 * @example
 * ```ts
 * import { sandboxPayments } from "@proto-gen/runtime/business";
 *
 * const payments = sandboxPayments<{ readonly token: string }>();
 * const never = new AbortController().signal;
 * const request = { checkoutId: "c", paymentKey: "k", amount: 100, currency: "USD", signal: never };
 * (await payments.authorize({ ...request, payment: { token: "tok_declined" } })).state; // "declined"
 * ```
 */
export function sandboxPayments<Payment>({
  declines = isDeclinedToken,
}: SandboxOptions<Payment> = {}): SandboxPayments<Payment> {
  const payments = new Map<string, ProviderPayment>();
  const charges = new Map<string, number>();

  function moved(paymentKey: string, state: PaymentState, checkoutId?: string): ProviderPayment {
    const known = payments.get(paymentKey)?.checkoutId;
    const payment = { paymentKey, checkoutId: checkoutId ?? known, state };
    payments.set(paymentKey, payment);
    return payment;
  }

  return {
    isSandbox: true,
    charges,
    async authorize({ paymentKey, checkoutId, amount, payment }) {
      const known = payments.get(paymentKey);
      if (known !== undefined) return known;
      if (declines(payment)) return moved(paymentKey, "declined", checkoutId);
      charges.set(paymentKey, amount);
      return moved(paymentKey, "captured", checkoutId);
    },
    void: async (paymentKey) => payments.get(paymentKey) ?? moved(paymentKey, "voided"),
    async refund(paymentKey) {
      charges.delete(paymentKey);
      return moved(paymentKey, "refunded");
    },
    find: async (paymentKey) => payments.get(paymentKey),
  };
}

/** @throws TypeError for a sandbox outside of development, where goods would be given away */
export function requireMoney(provider: PaymentProvider, development: boolean): void {
  if (development || !("isSandbox" in provider)) return;
  throw new TypeError(
    "sandboxPayments() takes no money. Pass your payment provider as payments, or development: true.",
  );
}

function isDeclinedToken(payment: unknown): boolean {
  return (payment as { readonly token?: unknown } | null)?.token === "tok_declined";
}
