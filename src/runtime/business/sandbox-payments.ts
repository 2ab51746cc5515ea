/** A payment provider that moves no money and keeps its payments in memory: for development and tests. */

import { ProtocolError } from "../error/protocol-error.js";
import { pause } from "../time/time.js";
import type {
  PaymentProvider,
  PaymentState,
  ProviderPayment,
} from "../commerce/checkout/payment-provider.js";
import { SettingError } from "./setting-error.js";

export type SandboxOutcome =
  | "paid"
  | "declined"
  /** Paid after a second. */
  | "slow"
  /** The provider is down the first time that a checkout is paid: `temporarily_unavailable`. */
  | "unavailable_once"
  /** Paid, but the provider hangs up before it says so. */
  | "answer_lost";

export interface SandboxOptions<Payment> {
  /**
   * Returns what becomes of a payment; undefined pays. Default: by the tokens `tok_declined`, `tok_slow`, `tok_unavailable` and
   * `tok_error`.
   */
  outcomeOf?(payment: Payment): SandboxOutcome | undefined;
}

const SLOW_MS = 1_000;

export interface SandboxPayments<Payment> extends PaymentProvider<Payment> {
  /** `createBusiness` takes it in development alone. */
  readonly isSandbox: true;
  /** Minor units by payment key, of what was taken and not returned. */
  readonly charges: ReadonlyMap<string, number>;
}

/**
 * Creates a payment provider that takes every payment, except for those with another outcome.
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
  outcomeOf = outcomeOfToken,
}: SandboxOptions<Payment> = {}): SandboxPayments<Payment> {
  const payments = new Map<string, ProviderPayment>();
  const charges = new Map<string, number>();
  const unavailable = new Set<string>();

  function moved(paymentKey: string, state: PaymentState, checkoutId?: string): ProviderPayment {
    const known = payments.get(paymentKey)?.checkoutId;
    const payment = { paymentKey, checkoutId: checkoutId ?? known, state };
    payments.set(paymentKey, payment);
    return payment;
  }

  return {
    isSandbox: true,
    charges,
    async authorize({ paymentKey, checkoutId, amount, payment, signal }) {
      const outcome = outcomeOf(payment);
      if (outcome === "unavailable_once" && !unavailable.has(checkoutId)) {
        unavailable.add(checkoutId);
        throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
      }
      if (outcome === "slow") await pause(SLOW_MS);
      if (signal.aborted) throw signal.reason;
      const known = payments.get(paymentKey);
      if (known === undefined && outcome === "declined")
        return moved(paymentKey, "declined", checkoutId);
      const taken = known ?? moved(paymentKey, "captured", checkoutId);
      if (taken.state === "captured") charges.set(paymentKey, amount);
      if (outcome === "answer_lost") throw new Error("the sandbox hung up");
      return taken;
    },
    void: async (paymentKey) => payments.get(paymentKey) ?? moved(paymentKey, "voided"),
    async refund(paymentKey) {
      charges.delete(paymentKey);
      return moved(paymentKey, "refunded");
    },
    find: async (paymentKey) => payments.get(paymentKey),
  };
}

/** @throws SettingError for a sandbox outside of development, where goods would be given away */
export function requireMoney(provider: PaymentProvider | undefined, development: boolean): void {
  if (development || provider === undefined || !("isSandbox" in provider)) return;
  throw new SettingError(
    "sandboxPayments() takes no money: pass your payment provider as payments, or, for a trial, development: true (for startBusiness: unset BASE_URL).",
  );
}

const OUTCOMES: ReadonlyMap<unknown, SandboxOutcome> = new Map([
  ["tok_declined", "declined"],
  ["tok_slow", "slow"],
  ["tok_unavailable", "unavailable_once"],
  ["tok_error", "answer_lost"],
]);

function outcomeOfToken(payment: unknown): SandboxOutcome | undefined {
  return OUTCOMES.get((payment as { readonly token?: unknown } | null)?.token);
}
