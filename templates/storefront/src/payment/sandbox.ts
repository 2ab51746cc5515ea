/** Payments that move no money, taken in one step. The token says what becomes of them; one that no outcome names pays. */

import { setTimeout as pause } from "node:timers/promises";
import type { PaymentState, ProviderPayment } from "@proto-gen/runtime/commerce";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { PaymentProvider, PaymentRequest } from "./payment-provider.js";

export interface Sandbox extends PaymentProvider {
  /** Charged and not taken back: amounts by payment key. */
  readonly charges: ReadonlyMap<string, number>;
}

export type PaymentOutcome =
  | "paid"
  | "declined"
  /** Paid after a second. */
  | "slow"
  /** The provider is down the first time that a checkout is paid. */
  | "unavailable_once"
  /** Paid, but the provider hangs up before it says so. */
  | "answer_lost"
  /** The buyer has to confirm it on the shop's page: the checkout is escalated (§3.2), and nothing is charged. */
  | "review";

const SLOW_MS = 1_000;

/** What tokens do unless the shop says otherwise. */
export const SANDBOX_OUTCOMES: ReadonlyMap<string, PaymentOutcome> = new Map([
  ["tok_declined", "declined"],
  ["tok_slow", "slow"],
  ["tok_unavailable", "unavailable_once"],
  ["tok_error", "answer_lost"],
  ["tok_review", "review"],
]);

export function createSandbox(
  outcomes: ReadonlyMap<string, PaymentOutcome> = SANDBOX_OUTCOMES,
): Sandbox {
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
    const outcome = outcomes.get(payment.token);
    if (outcome === "unavailable_once" && !found.has(checkoutId)) {
      found.add(checkoutId);
      throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
    }
    if (outcome === "slow") await pause(SLOW_MS, undefined, { signal });
    if (payments.has(paymentKey)) return;
    ended(paymentKey, outcome === "declined" ? "declined" : "captured", checkoutId);
  }

  return {
    charges,
    async authorize(request) {
      const { paymentKey, amount, payment } = request;
      await decide(request);
      const taken = payments.get(paymentKey) as ProviderPayment;
      if (taken.state === "captured") charges.set(paymentKey, amount);
      if (outcomes.get(payment.token) === "answer_lost") throw new Error("the sandbox hung up");
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
