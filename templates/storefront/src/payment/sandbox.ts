/**
 * Payments that move no money, taken in one step. The token says what becomes of them: `tok_declined`; `tok_slow`, which takes
 * its time; `tok_unavailable`, which finds the provider down the first time that a checkout is paid; and `tok_error`, after which
 * nobody knows. Every other one pays.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { PaymentState, ProviderPayment } from "@proto-gen/runtime/commerce";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { PaymentProvider, PaymentRequest } from "./payment-provider.js";

export interface Sandbox extends PaymentProvider {
  /** Charged and not taken back: amounts by payment key. */
  readonly charges: ReadonlyMap<string, number>;
}

/** How long `tok_slow` takes. */
const SLOW_MS = 1_000;

export function createSandbox(): Sandbox {
  const charges = new Map<string, number>();
  const payments = new Map<string, ProviderPayment>();
  const found = new Set<string>();

  function ended(paymentKey: string, state: PaymentState, checkoutId?: string): ProviderPayment {
    const payment = {
      paymentKey,
      checkoutId: checkoutId ?? payments.get(paymentKey)?.checkoutId,
      state,
    };
    payments.set(paymentKey, payment);
    return payment;
  }

  async function decide({
    checkoutId,
    paymentKey,
    payment,
    signal,
  }: PaymentRequest): Promise<void> {
    const { token } = payment;
    if (token === "tok_unavailable" && !found.has(checkoutId)) {
      found.add(checkoutId);
      throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
    }
    if (token === "tok_slow") await pause(SLOW_MS, undefined, { signal });
    if (payments.has(paymentKey)) return;
    ended(paymentKey, token === "tok_declined" ? "declined" : "captured", checkoutId);
  }

  return {
    charges,
    async authorize(request) {
      const { paymentKey, amount, payment } = request;
      await decide(request);
      const taken = payments.get(paymentKey) as ProviderPayment;
      if (taken.state === "captured") charges.set(paymentKey, amount);
      if (payment.token === "tok_error") throw new Error("the sandbox hung up");
      return taken;
    },
    async void(paymentKey) {
      return payments.get(paymentKey) ?? ended(paymentKey, "voided");
    },
    async refund(paymentKey) {
      charges.delete(paymentKey);
      return ended(paymentKey, "refunded");
    },
    find: async (paymentKey) => payments.get(paymentKey),
  };
}
