/**
 * The contract of every `PaymentProvider`, as titled checks for any test runner. Each check uses payment keys of its
 * own, and throws what it found.
 */

import type {
  PaymentProvider,
  PaymentRequest,
  ProviderPayment,
} from "../commerce/checkout/payment-provider.js";
import { randomKey } from "../text/encoding.js";
import { pause } from "../time/time.js";
import { expectEqual, expectTrue } from "./checked-calls.js";

export interface PaymentProviderSuiteOptions<Payment = unknown> {
  readonly open: () => Promise<PaymentProvider<Payment>> | PaymentProvider<Payment>;
  /** A payment that the provider accepts. */
  readonly accepted: Payment;
  /** A payment that the provider declines. */
  readonly declined: Payment;
}

export interface PaymentProviderCheck {
  readonly title: string;
  run(): Promise<void>;
}

interface Case<Payment> {
  readonly provider: PaymentProvider<Payment>;
  readonly options: PaymentProviderSuiteOptions<Payment>;
  /** Requests of one key. */
  readonly request: PaymentRequest<Payment>;
  readonly paymentKey: string;
}

type Check = <Payment>(given: Case<Payment>) => Promise<void>;

const POLLS = 200;
const POLL_MS = 50;
/** The states in which the provider holds no money. */
const WITHOUT_MONEY = ["voided", "refunded", "declined"];

const CHECKS: Readonly<Record<string, Check>> = {
  "authorizes once, however often it is asked": async ({ provider, request }) => {
    const first = factsOf(await authorized(provider, request));
    expectEqual("the checkout", first.checkoutId, request.checkoutId);
    const duplicates = await Promise.all([1, 2, 3].map(() => authorized(provider, request)));
    for (const each of duplicates) expectEqual("a duplicate", factsOf(each), first);
    const found = await provider.find(request.paymentKey);
    expectEqual("the payment found", found && factsOf(found), first);
  },
  "knows no payment that nobody asked for": async ({ provider, paymentKey }) => {
    expectEqual("the payment found", await provider.find(paymentKey), undefined);
  },
  "declines, and holds no money": async ({ provider, request, options }) => {
    const declined = { ...request, payment: options.declined };
    expectEqual("the state", (await authorized(provider, declined)).state, "declined");
    expectHeld(await provider.void(request.paymentKey), false);
  },
  "captures once": async ({ provider, request, paymentKey }) => {
    await authorized(provider, request);
    if (provider.capture === undefined) {
      expectEqual("the state of one step", await stateOf(provider, paymentKey), "captured");
      return;
    }
    const captured = await Promise.all([1, 2, 3].map(() => provider.capture?.(paymentKey)));
    for (const each of captured) expectEqual("the state", each?.state, "captured");
    expectEqual("the repeated capture", (await provider.capture(paymentKey)).state, "captured");
  },
  "voids what is authorized, for good": async ({ provider, request, paymentKey }) => {
    if (provider.capture === undefined) return;
    await authorized(provider, request);
    expectEqual("the state", (await provider.void(paymentKey)).state, "voided");
    expectEqual("the repeated void", (await provider.void(paymentKey)).state, "voided");
    expectHeld(await provider.capture(paymentKey), false);
    expectHeld(await authorized(provider, request), false);
  },
  "declines a payment that was voided before it was requested": async ({
    provider,
    request,
    paymentKey,
  }) => {
    expectHeld(await provider.void(paymentKey), false);
    expectHeld(await authorized(provider, request), false);
    const state = await stateOf(provider, paymentKey);
    expectTrue("a state without money", WITHOUT_MONEY.includes(state ?? ""));
  },
  "does not void what is captured, and refunds it once": async ({
    provider,
    request,
    paymentKey,
  }) => {
    await authorized(provider, request);
    await provider.capture?.(paymentKey);
    expectEqual("the state after a void", (await provider.void(paymentKey)).state, "captured");
    const refunds = await Promise.all([1, 2, 3].map(() => provider.refund(paymentKey)));
    for (const each of refunds) expectEqual("the state", each.state, "refunded");
    expectEqual("the repeated refund", (await provider.refund(paymentKey)).state, "refunded");
    expectHeld(await authorized(provider, request), false);
  },
  "ends in one state if it is voided and requested at the same time": async ({
    provider,
    request,
    paymentKey,
  }) => {
    const [payment] = await Promise.all([authorized(provider, request), provider.void(paymentKey)]);
    const end = await provider.void(paymentKey);
    const isCaptured = payment.state === "captured" && provider.capture === undefined;
    expectHeld(end, isCaptured && end.state === "captured");
    expectEqual("the state found", await stateOf(provider, paymentKey), end.state);
  },
  "keeps keys apart": async ({ provider, request, paymentKey }) => {
    await authorized(provider, request);
    const other = { ...request, paymentKey: `${paymentKey}_other` };
    await authorized(provider, other);
    await provider.void(other.paymentKey);
    expectHeld(await authorized(provider, request), true);
  },
};

/**
 * Returns checks of idempotency, of the states and their order, and of calls at the same time. Each opens a provider
 * with `open`.
 * @example
 * ```ts
 * import test from "node:test";
 * import type { PaymentProvider } from "@proto-gen/runtime/commerce";
 * import { paymentProviderSuite } from "@proto-gen/runtime/testing";
 *
 * declare const provider: PaymentProvider<string>;
 * const suite = { open: () => provider, accepted: "tok_visa", declined: "tok_declined" };
 * for (const { title, run } of paymentProviderSuite(suite)) test(title, run);
 * ```
 */
export function paymentProviderSuite<Payment>(
  options: PaymentProviderSuiteOptions<Payment>,
): readonly PaymentProviderCheck[] {
  return Object.entries(CHECKS).map(([title, check]) => ({
    title,
    run: async () => {
      const provider = await options.open();
      const paymentKey = randomKey();
      const { signal } = new AbortController();
      const facts = { checkoutId: randomKey(), amount: 1_999, currency: "EUR" };
      const request = { ...facts, paymentKey, payment: options.accepted, signal };
      await check({ provider, options, request, paymentKey });
    },
  }));
}

function factsOf({ paymentKey, checkoutId, state }: ProviderPayment): ProviderPayment {
  return { paymentKey, checkoutId, state };
}

/** Waits for a provider that has not decided. */
async function authorized<Payment>(
  provider: PaymentProvider<Payment>,
  request: PaymentRequest<Payment>,
): Promise<ProviderPayment> {
  let payment = await provider.authorize(request);
  for (let poll = 0; payment.state === "pending" && poll < POLLS; poll += 1) {
    await pause(POLL_MS);
    payment = (await provider.find(request.paymentKey)) ?? payment;
  }
  expectEqual("the payment key", payment.paymentKey, request.paymentKey);
  return payment;
}

async function stateOf(
  provider: PaymentProvider<never>,
  paymentKey: string,
): Promise<string | undefined> {
  return (await provider.find(paymentKey))?.state;
}

function expectHeld({ state }: ProviderPayment, isHeld: boolean): void {
  expectEqual(`money held in the state ${state}`, !WITHOUT_MONEY.includes(state), isHeld);
}
