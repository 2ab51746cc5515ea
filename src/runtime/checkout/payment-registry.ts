/**
 * Allows one payment at a time on the business's own pages (§3.1). Everyone else who comes meanwhile (a double click,
 * another tab, another process) waits for its result.
 *
 * The record alone does not say whether anyone still works on a payment. A process knows its own payments; those of
 * other processes have a lease, which the owner renews. A payment that neither vouches for is lost.
 */

import { pause } from "../time/pause.js";
import { randomKey } from "../random/random-key.js";
import { withinTime } from "../time/within-time.js";
import { Declined } from "./declined.js";
import type { PaymentLeases } from "./payment-lease.js";
import {
  FAILED,
  openFinishing,
  TIMED_OUT,
  withEarlyRelease,
  withRelease,
  type Finishing,
  type SessionRecord,
} from "./session-record.js";
import type { Decision, Sessions } from "./sessions.js";
import type { CheckoutShape } from "./types.js";

/** The completed session, or the reason why there is no order. */
export type Finished = CheckoutShape | Declined;

/** A payment that was running when its session was read. */
export interface RunningPayment {
  readonly paymentKey: string;
  /**
   * The result, if this process runs the payment. Held from the start: the payment may end before anyone awaits it.
   */
  readonly end: Promise<Finished> | undefined;
}

export interface PaymentRegistry {
  /** The record of a payment that this process begins now. */
  begun(paymentKey: string): Finishing;
  /** Runs a payment of this process; other calls in it can then wait for the result. */
  take(paymentKey: string, work: () => Promise<Finished>): Promise<Finished>;
  /** The payment that callers must wait for, if any. */
  runningIn(record: SessionRecord): RunningPayment | undefined;
  /** Gives up lost payments: their process died, or the store reported a failed write that had succeeded. */
  withoutLost(record: SessionRecord): SessionRecord;
  /**
   * Waits for the payment to end, at most `completionMs`. Gives up a payment that is lost meanwhile.
   * @throws whatever taking the payment throws, if this process runs it; ProtocolError if the store fails
   */
  endOf(id: string, payment: RunningPayment): Promise<Finished>;
}

export interface PaymentRegistryOptions {
  readonly sessions: Sessions;
  readonly leases: PaymentLeases;
  /** Time limit of a payment, in milliseconds. */
  readonly completionMs: number;
  /** The time at which any process may give up on a payment that begins now. Milliseconds since 1970. */
  readonly endsAt: () => number;
}

/** Polling interval for another process's payment. */
const LOOK_MS = 50;

class NotYet extends Error {}

export function createPaymentRegistry({
  sessions,
  leases,
  completionMs,
  endsAt,
}: PaymentRegistryOptions): PaymentRegistry {
  /** Distinguishes this process's payments from other processes'. */
  const by = randomKey();
  const running = new Map<string, Promise<Finished>>();
  const notYet = (): Error => new NotYet("the payment has not ended");

  // A payment of this process needs no lease here: it is running, even if the renewal is late.
  function isLost(each: Finishing): boolean {
    return each.by === by ? !running.has(each.paymentKey) : leases.hasEnded(each);
  }

  function inTime(work: (isOver: () => boolean) => Promise<Finished>): Promise<Finished> {
    const ends = { timeout: notYet, aborted: notYet };
    return withinTime(completionMs, undefined, (signal) => work(() => signal.aborted), ends).catch(
      (thrown: unknown) => {
        if (thrown instanceof NotYet) return new Declined([TIMED_OUT]);
        throw thrown;
      },
    );
  }

  /** This process can no longer charge its own lost payment; another process can. */
  function givenUp(record: SessionRecord, lost: Finishing): SessionRecord {
    const release = lost.by === by ? withRelease : withEarlyRelease;
    return release(record, lost.paymentKey);
  }

  /** Undefined while the payment is running. */
  function ended(record: SessionRecord, paymentKey: string): Decision<Finished | undefined> {
    const { checkout, refusal } = record;
    if (checkout.status === "completed") return { result: checkout };
    const open = openFinishing(record).find((each) => each.paymentKey === paymentKey);
    if (open === undefined) {
      const isKnown = refusal?.paymentKey === paymentKey;
      return { result: new Declined(isKnown ? refusal.messages : [TIMED_OUT]) };
    }
    if (!isLost(open)) return { result: undefined };
    const messages = [FAILED];
    const next = { ...givenUp(record, open), refusal: { paymentKey, messages } };
    return { next, result: new Declined(messages) };
  }

  async function lookedFor(
    id: string,
    paymentKey: string,
    isOver: () => boolean,
  ): Promise<Finished> {
    while (!isOver()) {
      const end = await sessions.change(id, undefined, (record) => ended(record, paymentKey));
      if (end !== undefined) return end;
      await pause(LOOK_MS);
    }
    throw notYet();
  }

  return {
    begun: (paymentKey) => ({
      paymentKey,
      endsAt: endsAt(),
      by,
      leaseEndsAt: leases.endsAt(),
    }),
    take(paymentKey, work) {
      // Registered before it is recorded, so whoever finds it in the record also finds it here.
      const result = Promise.resolve().then(work);
      running.set(paymentKey, result);
      return result.finally(() => running.delete(paymentKey));
    },
    runningIn(record) {
      const paymentKey = openFinishing(record).find((each) => !isLost(each))?.paymentKey;
      return paymentKey === undefined ? undefined : { paymentKey, end: running.get(paymentKey) };
    },
    withoutLost: (record) => openFinishing(record).filter(isLost).reduce(givenUp, record),
    endOf: (id, { paymentKey, end }) =>
      inTime((isOver) => end ?? lookedFor(id, paymentKey, isOver)),
  };
}
