/**
 * Payments that move no money. The token says what becomes of them: `tok_declined`; `tok_slow`, which takes its time;
 * `tok_unavailable`, which finds the provider down the first time that a checkout is paid; and `tok_error`, after which nobody
 * knows. Every other one pays.
 */

import { setTimeout as pause } from "node:timers/promises";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { PaymentProvider } from "./payment-provider.js";

export interface Sandbox extends PaymentProvider {
  /** Charged and not taken back: amounts by payment key. */
  readonly charges: ReadonlyMap<string, number>;
}

/** How long `tok_slow` takes. */
const SLOW_MS = 1_000;

export function createSandbox(): Sandbox {
  const charges = new Map<string, number>();
  const canceled = new Set<string>();
  const found = new Set<string>();
  return {
    charges,
    async charge({ checkoutId, amount, paymentKey, token, signal }) {
      if (token === "tok_declined") return "declined";
      if (token === "tok_unavailable" && !found.has(checkoutId)) {
        found.add(checkoutId);
        throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
      }
      if (token === "tok_slow") await pause(SLOW_MS, undefined, { signal });
      if (canceled.has(paymentKey)) return "declined";
      charges.set(paymentKey, amount);
      if (token === "tok_error") throw new Error("the sandbox hung up");
      return "paid";
    },
    async cancel(paymentKey) {
      canceled.add(paymentKey);
      charges.delete(paymentKey);
    },
  };
}
