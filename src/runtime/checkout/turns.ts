/**
 * One payment at a time on the business's own pages (§3.1). In: a session that may have one that runs. Out: that
 * one's end, for whoever comes meanwhile: a double click, another tab, another process.
 *
 * The record alone does not say whether anyone still works on a payment. A process knows its own payments; those of
 * another process have a lease, which that process renews. A payment that neither vouches for is lost.
 */

import { pause } from "../idempotency/pause.js";
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

/** The session with its order, or why there is none. */
export type Finished = CheckoutShape | Declined;

/** A payment that was running when its session was read. */
export interface RunningPayment {
  readonly paymentKey: string;
  /** Of this process: how it ends. Kept from then on, since it may have ended before anyone waits for it. */
  readonly end: Promise<Finished> | undefined;
}

export interface Turns {
  /** What a payment of this process that begins now is written as. */
  begun(paymentKey: string): Finishing;
  /** A payment of this process: the others of it hear how it ends. */
  take(paymentKey: string, work: () => Promise<Finished>): Promise<Finished>;
  /** The payment that the session waits for, if any. */
  runningIn(record: SessionRecord): RunningPayment | undefined;
  /** Gives up payments that nobody works on: the store failed after it had written them, or their process has died. */
  withoutLost(record: SessionRecord): SessionRecord;
  /**
   * How it ends; not later than a payment may. A payment that is lost meanwhile is given up.
   * @throws what taking the payment throws, in this process; ProtocolError where the store cannot be asked
   */
  endOf(id: string, payment: RunningPayment): Promise<Finished>;
}

export interface TurnsOptions {
  readonly sessions: Sessions;
  readonly leases: PaymentLeases;
  /** How long a payment may take. */
  readonly completionMs: number;
  /** When a payment that begins now is given up by whoever looks. Milliseconds since 1970. */
  readonly endsAt: () => number;
}

/** How often the end of another process's payment is looked for. */
const LOOK_MS = 50;

class NotYet extends Error {}

export function createTurns({ sessions, leases, completionMs, endsAt }: TurnsOptions): Turns {
  /** Tells the payments of this process from those of others. */
  const by = randomKey();
  const running = new Map<string, Promise<Finished>>();
  const notYet = (): Error => new NotYet("the payment has not ended");

  // A payment of this process needs no lease here: however late it is renewed, this process works on it.
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

  /** No charge of this process can come any more; one of another process can. */
  function givenUp(record: SessionRecord, lost: Finishing): SessionRecord {
    const release = lost.by === by ? withRelease : withEarlyRelease;
    return release(record, lost.paymentKey);
  }

  /** Undefined while it runs. */
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
      // Known before it is written: whoever finds it in the record finds it here.
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
