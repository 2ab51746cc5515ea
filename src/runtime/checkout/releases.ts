/** Payments that nobody knows the end of, taken back: until the business has said that it did. */

import { withinTime } from "../time/within-time.js";
import { CheckoutError } from "./checkout-error.js";
import { describePayment, withLateCharge, type PaymentOnRecord } from "./payment-on-record.js";
import type { Report } from "./report.js";
import type { SessionRecord } from "./session-record.js";
import type { Sessions } from "./sessions.js";
import type { CheckoutShape } from "./types.js";

export interface ReleasesOptions {
  readonly sessions: () => Sessions;
  release(checkout: CheckoutShape, paymentKey: string): Promise<void> | void;
  /** How long one release may take, so that none keeps the others from their turn. */
  readonly releaseMs: number;
  readonly report: Report;
}

export interface Releases {
  /** Those of a session. Never rejects: what fails is tried again when the session is due. */
  run(id: string): Promise<void>;
  /** A payment that its session does not wait for, once more if it was released before. Never rejects. */
  takeBack(id: string, payment: PaymentOnRecord): Promise<void>;
}

export function createReleases(options: ReleasesOptions): Releases {
  const { sessions, releaseMs, report } = options;
  const running = new Map<string, Promise<void>>();
  /** Whose record had more while they were at it. */
  const again = new Set<string>();

  async function isReleased(
    { checkout, payments = [] }: SessionRecord,
    key: string,
  ): Promise<boolean> {
    const tooLong = (): Error => new Error("releasing a payment took too long");
    const work = async (): Promise<void> => options.release(checkout, key);
    try {
      await withinTime(releaseMs, undefined, work, { timeout: tooLong, aborted: tooLong });
      return true;
    } catch (cause) {
      const { currency } = checkout;
      const unknown = { paymentKey: key, amount: undefined, currency, beganAt: 0 };
      const payment = payments.find(({ paymentKey }) => paymentKey === key) ?? unknown;
      report(new CheckoutError("release_failed", describePayment(checkout, payment), { cause }));
      return false;
    }
  }

  async function runAll(id: string): Promise<void> {
    for (const [pending, key] of await pendingOf(sessions(), id)) {
      const done = await isReleased(pending, key);
      // Written where it failed too: it is due later then, after those that have waited longer.
      await sessions().change(id, undefined, (record) => ({
        next: done ? withoutRelease(record, key) : { ...record },
        result: undefined,
      }));
    }
  }

  async function start(id: string): Promise<void> {
    do {
      again.delete(id);
      await runAll(id).catch(report);
    } while (again.has(id));
    running.delete(id);
  }

  function run(id: string): Promise<void> {
    again.add(id);
    const work = running.get(id) ?? start(id);
    running.set(id, work);
    return work;
  }

  async function takeBack(id: string, payment: PaymentOnRecord): Promise<void> {
    // Who is releasing it now would strike it out, and that was before.
    await run(id);
    await sessions()
      .change(id, undefined, (record) => ({
        next: withLateCharge(record, payment),
        result: undefined,
      }))
      .catch(report);
    await run(id);
  }

  return { run, takeBack };
}

function withoutRelease(record: SessionRecord, key: string): SessionRecord {
  return { ...record, releases: record.releases.filter((each) => each !== key) };
}

function pendingOf(sessions: Sessions, id: string): Promise<(readonly [SessionRecord, string])[]> {
  return sessions.change(id, undefined, (record) => ({
    result: record.releases.map((key) => [record, key] as const),
  }));
}
