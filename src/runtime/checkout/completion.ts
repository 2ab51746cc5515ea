/**
 * Completes a checkout for its platform (§3.1). The payment is recorded before the provider is called, so that a
 * charge whose outcome is unknown, or comes too late, can always be found and released.
 */

import { asRefused } from "../envelope/index.js";
import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../time/cancellation.js";
import type { CallContext } from "../server/handlers.js";
import { withinTime } from "../time/within-time.js";
import type { AnyOptions } from "./any-options.js";
import { attemptTo, type AttemptEnd } from "./attempt.js";
import { applyCompletion, wake } from "./apply-completion.js";
import { expiryOf } from "./evaluate.js";
import { allows, move } from "./machine.js";
import { hasCompleted, withCall, withoutCallOf } from "./made-calls.js";
import { paymentIn, type SentPayment } from "./payment-in.js";
import { paymentOf, withPayment, type PaymentOnRecord } from "./payment-on-record.js";
import { refused } from "./refusals.js";
import type { Releases } from "./releases.js";
import type { Report } from "./report.js";
import { ownerOf } from "./session-owner.js";
import { FAILED, givenUp, TIMED_OUT, type SessionRecord } from "./session-record.js";
import { beforeAnyEffect, type Decision, type Sessions } from "./sessions.js";
import type { CheckoutShape, RequestShape } from "./types.js";

export interface CompletionOptions {
  readonly options: AnyOptions;
  readonly sessions: Sessions;
  readonly releases: Releases;
  readonly report: Report;
  readonly completionMs: number;
  /** The time at which any process may give up on a payment that begins now. Milliseconds since 1970. */
  readonly endsAt: () => number;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Started {
  readonly kind: "begun";
  /** The session before this attempt. */
  readonly record: SessionRecord;
  readonly payment: PaymentOnRecord;
}

type Begun =
  | { readonly kind: "refused"; readonly checkout: CheckoutShape }
  /** This very call has completed it; the caller retries because it never received the response. */
  | { readonly kind: "over"; readonly checkout: CheckoutShape }
  | Started;

interface HowItEnded {
  readonly timedOut: boolean;
  /** The caller receives an error that frees its idempotency key, so a retry starts a new attempt. */
  readonly isRetried: boolean;
  readonly mayBeCharged: boolean;
}

interface Outcome {
  /**
   * `written`: the order was committed, although the commit seemed to fail. `lost`: a timeout or another process
   * ended the attempt first.
   */
  readonly kind: "ended" | "written" | "lost";
  readonly checkout: CheckoutShape;
}

/** The time ran out while the business's hooks may still be running. */
class TimedOut extends Error {}

const tooLong = (): Error => new TimedOut("completing the checkout timed out");

export function createCompletion({
  options,
  sessions,
  releases,
  report,
  completionMs,
  endsAt,
  newId,
  now,
}: CompletionOptions): (request: RequestShape, context: CallContext) => Promise<CheckoutShape> {
  // The payment is recorded before the provider is called.
  function begin(record: SessionRecord, sent: SentPayment, context: CallContext): Decision<Begun> {
    const { checkout } = record;
    const { name } = context.platform.envelope;
    if (hasCompleted(record, context)) return { result: { kind: "over", checkout } };
    if (!allows(checkout.status, "complete"))
      return { result: { kind: "refused", checkout: refused(record, "complete", name) } };
    const status = move(checkout.status, "complete", "complete_in_progress");
    const paymentKey = newId();
    const completion = { paymentKey, endsAt: endsAt() };
    const called = withCall(record, context, paymentKey);
    const payment = paymentOf(checkout, { ...sent, paymentKey, beganAt: now() });
    const begun = withPayment(called, payment);
    const next = { ...begun, checkout: { ...checkout, status }, completion };
    return { next, result: { kind: "begun", record, payment } };
  }

  /** Ends an attempt, unless the session is no longer waiting for it. */
  function atEndOf(
    id: string,
    paymentKey: string,
    next: (record: SessionRecord) => Decision<CheckoutShape>,
  ): Promise<Outcome> {
    return sessions.change<Outcome>(id, undefined, (record) => {
      const { checkout, completion, paidWith } = record;
      if (paidWith === paymentKey) return { result: { kind: "written", checkout } };
      if (completion?.paymentKey !== paymentKey) return { result: { kind: "lost", checkout } };
      const decision = next(record);
      return { ...decision, result: { kind: "ended", checkout: decision.result } };
    });
  }

  async function ended(
    id: string,
    payment: PaymentOnRecord,
    end: AttemptEnd,
  ): Promise<CheckoutShape> {
    const { paymentKey } = payment;
    const { kind, checkout } = await atEndOf(id, paymentKey, (record) =>
      end.kind === "placed"
        ? applyCompletion(
            paid(record, end),
            { trigger: "succeed", order: end.order, paymentKey },
            options.orders,
          )
        : failedWith(record, end.checkout),
    );
    if (end.kind !== "placed") return checkout;
    if (kind === "lost") await releases.takeBack(id, payment);
    else wake(options.orders, report);
    return checkout;
  }

  function failedWith(
    { completion: _, ...record }: SessionRecord,
    checkout: CheckoutShape,
  ): Decision<CheckoutShape> {
    move(record.checkout.status, "fail", checkout.status);
    const expiresAt = expiryOf(checkout, record.expiresAt);
    return { next: { ...record, checkout, expiresAt }, result: checkout };
  }

  /** Ends an attempt that threw or timed out. If nothing can have been charged, the session is restored. */
  function abandoned(
    { record: { checkout: before }, payment }: Started,
    { timedOut, isRetried, mayBeCharged }: HowItEnded,
  ): Promise<Outcome> {
    return atEndOf(before.id, payment.paymentKey, (begun) => {
      const record = isRetried ? withoutCallOf(begun, payment.paymentKey) : begun;
      const next = givenUp(record, timedOut ? TIMED_OUT : FAILED);
      if (mayBeCharged) return { next, result: next.checkout };
      return failedWith(record, timedOut ? next.checkout : before);
    });
  }

  /** Returns the checkout if there is one to return, and otherwise rethrows. */
  async function afterThrow(
    begun: Started,
    thrown: unknown,
    mayBeCharged: boolean,
  ): Promise<CheckoutShape> {
    const timedOut = thrown instanceof TimedOut;
    if (timedOut) report(thrown);
    const isRetried = thrown instanceof ProtocolError;
    const how = { timedOut, isRetried, mayBeCharged };
    const { kind, checkout } = await abandoned(begun, how).catch((error: unknown) => {
      // The caller receives the store's error only. The attempt ends when its time is over.
      report(thrown);
      throw error;
    });
    if (kind === "written") {
      wake(options.orders, report);
      return checkout;
    }
    if (timedOut) return checkout;
    if (!mayBeCharged) return beforeAnyEffect(() => Promise.reject(thrown));
    if (kind === "lost") await releases.takeBack(checkout.id, begun.payment);
    throw thrown;
  }

  return async (request, context) => {
    const { id = "" } = request;
    const sent = paymentIn(request, options.releaseValues);
    const begun = await beforeAnyEffect(() =>
      sessions.change(id, ownerOf(context), (record) => begin(record, sent, context)),
    );
    const { name } = context.platform.envelope;
    if (begun.kind === "refused") return begun.checkout;
    if (begun.kind === "over") return answerOf(begun.checkout, name);
    const { record, payment } = begun;
    const { paymentKey } = payment;
    let mayBeCharged = false;
    const charging = (may: boolean): void => void (mayBeCharged = may);

    async function attempt(signal: Cancellation): Promise<AttemptEnd> {
      try {
        return await attemptTo(
          { record, request, sent, paymentKey, signal, context, charging },
          options,
        );
      } catch (error) {
        if (signal.aborted && !(error instanceof TimedOut)) report(error);
        throw error;
      } finally {
        // The session gave up on this attempt and released its payment before this charge: release it again.
        if (signal.aborted && mayBeCharged) await releases.takeBack(id, payment);
      }
    }

    try {
      const ends = { timeout: tooLong, aborted: tooLong };
      const end = await withinTime(completionMs, undefined, attempt, ends);
      return answerOf(await ended(id, payment, end), name);
    } catch (thrown) {
      return answerOf(await afterThrow(begun, thrown, mayBeCharged), name);
    }
  };
}

/**
 * Marks a checkout that was not completed as an error in its envelope (§2.2), unless its buyer continues elsewhere.
 * @param name the envelope's member, which is the protocol's name
 */
function answerOf(checkout: CheckoutShape, name: string): CheckoutShape {
  const { status } = checkout;
  if (status === "completed" || status === "requires_escalation") return checkout;
  return status === "canceled"
    ? refused({ checkout }, "complete", name)
    : asRefused(checkout, name);
}

/** The order is for the latest evaluation. */
function paid(record: SessionRecord, { checkout }: AttemptEnd): SessionRecord {
  return { ...record, checkout: { ...checkout, status: record.checkout.status } };
}
