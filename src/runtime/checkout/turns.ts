/**
 * One payment at a time on the business's own pages (§3.1). In: a session that may have one that runs. Out: that
 * one's end, for whoever comes meanwhile: a double click, another tab, another process.
 */

import type { Message } from "../envelope/index.js";
import { pause } from "../idempotency/pause.js";
import { randomKey } from "../random/random-key.js";
import { withinTime } from "../time/within-time.js";
import { Declined } from "./declined.js";
import { TIMED_OUT, type Finishing, type SessionRecord } from "./session-record.js";
import type { Sessions } from "./sessions.js";
import type { CheckoutShape } from "./types.js";

/** The session with its order, or why there is none. */
export type Finished = CheckoutShape | Declined;

export interface Turns {
  /** Tells the payments of this process from those of others. */
  readonly by: string;
  /** A payment of this process: the others of it hear how it ends. */
  take(paymentKey: string, work: () => Promise<Finished>): Promise<Finished>;
  /** Key of the payment that the session waits for, if any. */
  runningIn(record: SessionRecord): string | undefined;
  /** Keys of this process that nobody is at: the store failed after it had written them. */
  lostIn(record: SessionRecord): readonly string[];
  /**
   * How it ends; not later than a payment may.
   * @throws what taking the payment throws, in this process; ProtocolError where the store cannot be asked
   */
  endOf(id: string, paymentKey: string): Promise<Finished>;
}

export interface TurnsOptions {
  readonly sessions: Sessions;
  /** How long a payment may take. */
  readonly completionMs: number;
}

/** How often the end of another process's payment is looked for. */
const LOOK_MS = 50;

class NotYet extends Error {}

export function createTurns({ sessions, completionMs }: TurnsOptions): Turns {
  const by = randomKey();
  const running = new Map<string, Promise<Finished>>();
  const notYet = (): Error => new NotYet("the payment has not ended");

  function isLost({ by: whose, paymentKey }: Finishing): boolean {
    return whose === by && !running.has(paymentKey);
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

  async function lookedFor(
    id: string,
    paymentKey: string,
    isOver: () => boolean,
  ): Promise<Finished> {
    while (!isOver()) {
      const end = await sessions.change<Finished | undefined>(id, undefined, (record) => ({
        result: endIn(record, paymentKey),
      }));
      if (end !== undefined) return end;
      await pause(LOOK_MS);
    }
    throw notYet();
  }

  return {
    by,
    take(paymentKey, work) {
      // Known before it is written: whoever finds it in the record finds it here.
      const result = Promise.resolve().then(work);
      running.set(paymentKey, result);
      return result.finally(() => running.delete(paymentKey));
    },
    runningIn: ({ finishing = [] }) => finishing.find((each) => !isLost(each))?.paymentKey,
    lostIn: ({ finishing = [] }) => finishing.filter(isLost).map(({ paymentKey }) => paymentKey),
    endOf(id, paymentKey) {
      const own = running.get(paymentKey);
      return inTime((isOver) => own ?? lookedFor(id, paymentKey, isOver));
    },
  };
}

/** What the record says of it; undefined while it runs. */
function endIn(record: SessionRecord, paymentKey: string): Finished | undefined {
  const { checkout, finishing = [], refusal } = record;
  if (checkout.status === "completed") return checkout;
  if (finishing.some((each) => each.paymentKey === paymentKey)) return undefined;
  const messages: readonly Message[] =
    refusal?.paymentKey === paymentKey ? refusal.messages : [TIMED_OUT];
  return new Declined(messages);
}
