/**
 * Completing a checkout (§3.1). In: Complete Checkout. Out: the session with its order, or as it is otherwise.
 * A payment that its session did not wait for is released.
 */

import { asRefused } from "../envelope/index.js";
import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { CallContext } from "../server/handlers.js";
import { withinTime } from "../time/within-time.js";
import type { AnyOptions } from "./any-options.js";
import { attemptTo, type AttemptEnd } from "./attempt.js";
import { completed, wake } from "./completed.js";
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
  /** When a payment that begins now is given up by whoever looks. Milliseconds since 1970. */
  readonly endsAt: () => number;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Started {
  readonly kind: "begun";
  /** As it was before. */
  readonly record: SessionRecord;
  readonly payment: PaymentOnRecord;
}

type Begun =
  | { readonly kind: "refused"; readonly checkout: CheckoutShape }
  /** By this call, which is retried: its answer was lost. */
  | { readonly kind: "over"; readonly checkout: CheckoutShape }
  | Started;

interface HowItEnded {
  readonly timedOut: boolean;
  /** The caller gets an error that frees its key: a retry is another attempt. */
  readonly isRetried: boolean;
  readonly mayBeCharged: boolean;
}

interface Outcome {
  /** `written`: the order is, though nobody heard it. `lost`: time, or another process, was faster. */
  readonly kind: "ended" | "written" | "lost";
  readonly checkout: CheckoutShape;
}

/** What is not the hooks' own end: they may still be at it. */
class TimedOut extends Error {}

const tooLong = (): Error => new TimedOut("completing took too long");

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
  // Before the provider is called, the payment is on record.
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

  /** What the session becomes at the end of an attempt, if it still waits for that one. */
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
        ? completed(
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

  /** An attempt that threw, or took too long. Where nothing was charged the session is as it was before. */
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

  /** The answer where there is one; or what was thrown. */
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
      // The caller learns of the store alone, and time gives the attempt up.
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
        // Nobody waits any more: the session was given up, and its payment released before this charge.
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
 * A checkout that was not completed comes in an envelope that says that it is an error (§2.2), unless its buyer goes on elsewhere.
 *
 * @param name the protocol's: the envelope's member
 */
function answerOf(checkout: CheckoutShape, name: string): CheckoutShape {
  const { status } = checkout;
  if (status === "completed" || status === "requires_escalation") return checkout;
  return status === "canceled"
    ? refused({ checkout }, "complete", name)
    : asRefused(checkout, name);
}

/** The order is made of what was evaluated last. */
function paid(record: SessionRecord, { checkout }: AttemptEnd): SessionRecord {
  return { ...record, checkout: { ...checkout, status: record.checkout.status } };
}
