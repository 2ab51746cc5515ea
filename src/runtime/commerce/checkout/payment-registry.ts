/**
 * Allows one payment at a time on the business's own pages (§3.1). Everyone else who comes meanwhile (a double click,
 * another tab, another process) waits for its result.
 *
 * The record alone does not say whether anyone still works on a payment. A process knows its own payments; those of
 * other processes have a lease, which the owner renews. A payment that neither vouches for is lost.
 */

import { randomKey } from "../../text/encoding.js";
import { withinTime, pause } from "../../time/time.js";
import { Declined } from "./checkout-error.js";
import {
  openPayment,
  openPayments,
  withEarlyRelease,
  withPayment,
  withRelease,
  type PaymentLease,
  type RunningPayment,
} from "./recorded-payment.js";
import { FAILED, TIMED_OUT, type SessionRecord } from "./session-record.js";
import type { Decision, Sessions } from "./sessions.js";
import type { CheckoutShape } from "./types.js";

/** The completed session, or the reason why there is no order. */
export type Finished = CheckoutShape | Declined;

/** A payment that was running when its session was read. */
export interface AwaitedPayment {
  readonly paymentKey: string;
  /**
   * The result, if this process runs the payment. Held from the start: the payment may end before anyone awaits it.
   */
  readonly end: Promise<Finished> | undefined;
}

export interface PaymentRegistryOptions {
  readonly sessions: Sessions;
  /** Time limit of a payment, in milliseconds. */
  readonly completionMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LEASE_MS = 10_000;
/** Two renewals may fail before the lease ends. */
const RENEW_MS = Math.floor(LEASE_MS / 3);
/** Polling interval for another process's payment. */
const LOOK_MS = 50;

class NotYet extends Error {}

const notYet = (): Error => new NotYet("the payment has not ended");

export class PaymentRegistry {
  readonly #options: PaymentRegistryOptions;
  /** Distinguishes this process's payments from other processes'. */
  readonly #by = randomKey();
  readonly #running = new Map<string, Promise<Finished>>();
  readonly #charging = new Set<string>();

  constructor(options: PaymentRegistryOptions) {
    this.#options = options;
  }

  /** The lease of a payment that this process begins now. */
  lease(): PaymentLease {
    return { by: this.#by, leaseEndsAt: this.#options.now() + LEASE_MS };
  }

  /** Runs a payment of this process; other calls in it can then wait for the result. */
  take(paymentKey: string, work: () => Promise<Finished>): Promise<Finished> {
    // Registered before it is recorded, so whoever finds it in the record also finds it here.
    const result = Promise.resolve().then(work);
    this.#running.set(paymentKey, result);
    return result.finally(() => this.#running.delete(paymentKey));
  }

  /** Marks the payment as one that may still be charged until `work` settles, even after its time is over. */
  async whileCharging<Result>(paymentKey: string, work: () => Promise<Result>): Promise<Result> {
    this.#charging.add(paymentKey);
    try {
      return await work();
    } finally {
      this.#charging.delete(paymentKey);
    }
  }

  /** Renews the lease of a recorded payment until `work` settles or the payment is given up. */
  holding<Result>(id: string, paymentKey: string, work: () => Promise<Result>): Promise<Result> {
    const end = (): void => clearInterval(timer);
    const renew = async (): Promise<void> => {
      const isOpen = await this.#options.sessions
        .change(id, undefined, (record) => this.#renewed(record, paymentKey))
        // The store may recover before the lease ends.
        .catch(() => true);
      if (!isOpen) end();
    };
    const timer = setInterval(() => void renew(), RENEW_MS);
    return work().finally(end);
  }

  /** False if the payment is no longer open. */
  #renewed(record: SessionRecord, paymentKey: string): Decision<boolean> {
    const payment = openPayment(record, paymentKey);
    if (payment === undefined) return { result: false };
    const attempt = { ...payment.attempt, ...this.lease() };
    return { next: withPayment(record, { ...payment, attempt }), result: true };
  }

  /** The payment that callers must wait for, if any. */
  runningIn(record: SessionRecord): AwaitedPayment | undefined {
    const running = buyersPayments(record).find((each) => !this.#isLost(each));
    if (running === undefined) return undefined;
    const { paymentKey } = running;
    return { paymentKey, end: this.#running.get(paymentKey) };
  }

  /** Gives up lost payments: their process died, or the store reported a failed write that had succeeded. */
  withoutLost(record: SessionRecord): SessionRecord {
    const lost = buyersPayments(record).filter((each) => this.#isLost(each));
    return lost.reduce((each, payment) => this.#giveUp(each, payment), record);
  }

  /**
   * Waits for the payment to end, at most `completionMs`. Gives up a payment that is lost meanwhile.
   * @throws whatever taking the payment throws, if this process runs it; ProtocolError if the store fails
   */
  async endOf(id: string, { paymentKey, end }: AwaitedPayment): Promise<Finished> {
    const { completionMs } = this.#options;
    const ends = { timeout: notYet, aborted: notYet };
    const work = (signal: { readonly aborted: boolean }): Promise<Finished> =>
      end ?? this.#lookedFor(id, paymentKey, signal);
    try {
      return await withinTime(completionMs, undefined, work, ends);
    } catch (thrown) {
      if (thrown instanceof NotYet) return new Declined([TIMED_OUT]);
      throw thrown;
    }
  }

  async #lookedFor(
    id: string,
    paymentKey: string,
    signal: { readonly aborted: boolean },
  ): Promise<Finished> {
    while (!signal.aborted) {
      const end = await this.#options.sessions.change(id, undefined, (record) =>
        this.#ended(record, paymentKey),
      );
      if (end !== undefined) return end;
      await pause(LOOK_MS);
    }
    throw notYet();
  }

  /** Undefined while the payment is running. */
  #ended(record: SessionRecord, paymentKey: string): Decision<Finished | undefined> {
    const { checkout, refusal } = record;
    if (checkout.status === "completed") return { result: checkout };
    const open = openPayment(record, paymentKey);
    if (open === undefined) {
      const isKnown = refusal?.paymentKey === paymentKey;
      return { result: new Declined(isKnown ? refusal.messages : [TIMED_OUT]) };
    }
    if (!this.#isLost(open)) return { result: undefined };
    const messages = [FAILED];
    const next = { ...this.#giveUp(record, open), refusal: { paymentKey, messages } };
    return { next, result: new Declined(messages) };
  }

  /** A payment of this process needs no lease here: it is running, even if the renewal is late. */
  #isLost({ paymentKey, attempt }: RunningPayment): boolean {
    if (attempt.by === this.#by) return !this.#running.has(paymentKey);
    // A release without leases wrote it: it is open for as long as a payment may take.
    return this.#options.now() >= (attempt.leaseEndsAt ?? Infinity);
  }

  /** A payment that may still be charged, by this process or another, is released once more when its time is over. */
  #giveUp(record: SessionRecord, { paymentKey, attempt }: RunningPayment): SessionRecord {
    const isOver = attempt.by === this.#by && !this.#charging.has(paymentKey);
    return isOver ? withRelease(record, paymentKey) : withEarlyRelease(record, paymentKey);
  }
}

function buyersPayments(record: SessionRecord): RunningPayment[] {
  return openPayments(record).filter(({ attempt }) => attempt.trigger === "finish");
}
