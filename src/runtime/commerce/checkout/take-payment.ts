/**
 * Takes one payment for a checkout (§3.1): records it, charges, and settles it, which commits the order. The platform (`platform-payment.ts`)
 * and the buyer (`buyer-payment.ts`) begin payments in different ways, as their triggers say; what happens to a payment is the same for
 * both. A charge whose outcome is unknown, or that comes too late, is released.
 */

import { writtenMessage } from "../../envelope/written-messages.js";
import { ProtocolError } from "../../error/protocol-error.js";
import { isUri } from "../../formats/uri.js";
import { isPathSegment } from "../../rest/router.js";
import { type Cancellation, withinTime } from "../../time/time.js";
import { CheckoutError } from "./checkout-error.js";
import { over } from "./continue-url.js";
import type { AnyOptions } from "./options.js";
import {
  openPayment,
  runningPayment,
  withoutAttempt,
  withPayment,
  type PaymentLease,
  type RunningAttempt,
  type RunningPayment,
} from "./recorded-payment.js";
import type { Releases, Report } from "./releases.js";
import type { SessionOwner } from "./session-owner.js";
import { TIMED_OUT, FAILED, type SessionRecord, withoutFailures } from "./session-record.js";
import { beforeAnyEffect, type Decision, type Sessions } from "./sessions.js";
import { move } from "./status.js";
import type { CheckoutShape, PlacedOrder } from "./types.js";

/** The payment may begin. `Ready` is what the trigger charges for. */
export interface Beginning<Ready> {
  readonly kind: "beginning";
  /** The session while the payment runs, without the payment. */
  readonly record: SessionRecord;
  readonly ready: Ready;
}

/** There is nothing to charge. */
export interface NothingToPay<Result> {
  readonly kind: "over";
  answer(): Promise<Result> | Result;
}

export interface Placed {
  readonly kind: "placed";
  /** As it was when it was paid. */
  readonly checkout: CheckoutShape;
  readonly order: PlacedOrder;
}

function isPlaced(end: { readonly kind: string }): end is Placed {
  return end.kind === "placed";
}

/** The reason for which an attempt was abandoned: charging threw, or the time ran out. */
export interface Abandoned {
  readonly why: typeof TIMED_OUT | typeof FAILED;
  /** The caller receives an error that frees its idempotency key, so a retry starts a new attempt. */
  readonly isRetried: boolean;
  readonly mayBeCharged: boolean;
}

export interface ChargeContext {
  readonly paymentKey: string;
  /** Aborted on timeout. */
  readonly signal: Cancellation;
  /** Tells whether a charge may exist from now on. */
  reportCharge(mayExist: boolean): void;
}

/** The decisions that differ between the platform and the buyer. Each is made on the latest record. */
export interface PaymentTrigger<Ready, Refused extends { readonly kind: string }, Result> {
  readonly name: RunningAttempt["trigger"];
  /** The only owner whose sessions it pays. Undefined for the business itself. */
  readonly owner: SessionOwner | undefined;
  /** The payment that the platform sent, with its `instruments`. */
  readonly payment: unknown;
  /**
   * The error that the caller receives if charging throws and the store fails as well: that of charging (`thrown`), or
   * that of the store. The other one is reported.
   */
  readonly unrecorded: "thrown" | "storeError";
  /** The process that others wait for. Undefined if nobody waits. */
  lease?(): PaymentLease;
  begin(record: SessionRecord, paymentKey: string): Beginning<Ready> | NothingToPay<Result>;
  /** Returns the subject of a payment that the record already has, because its commit was reported as failed. */
  resumed(record: SessionRecord): Ready;
  /** Charges for the checkout, or explains why nothing was charged. */
  charge(ready: Ready, context: ChargeContext): Promise<Placed | Refused>;
  settle(
    record: SessionRecord,
    ready: Ready,
    payment: { readonly paymentKey: string; readonly end: Placed | Refused },
  ): Decision<Result>;
  abandon(
    record: SessionRecord,
    ready: Ready,
    payment: { readonly paymentKey: string; readonly how: Abandoned },
  ): Decision<Result>;
  /** The result if the order was committed, although the commit seemed to fail. */
  written(checkout: CheckoutShape): Result;
  /** The result if a timeout or another process ended the attempt first. `refused`: nothing was charged. */
  lost(checkout: CheckoutShape, refused: Refused | undefined): Result;
}

export interface PaymentOptions {
  readonly options: AnyOptions;
  readonly sessions: Sessions;
  readonly releases: Releases;
  readonly report: Report;
  readonly completionMs: number;
  /** The time at which any process may give up on a payment that begins now. Milliseconds since 1970. */
  readonly endsAt: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The time ran out while the business's hooks may still be running. */
class TimedOut extends Error {}

const tooLong = (): Error => new TimedOut("completing the checkout timed out");

export interface PaymentIds {
  readonly id: string;
  readonly paymentKey: string;
}

interface Begun<Ready> {
  readonly kind: "begun";
  readonly ready: Ready;
  readonly payment: RunningPayment;
}

/**
 * Records the payment. Nothing is charged yet.
 * @throws ProtocolError `not_found`, `temporarily_unavailable`; StorageError
 */
export function beginPayment<Ready, Refused extends { readonly kind: string }, Result>(
  options: PaymentOptions,
  { id, paymentKey }: PaymentIds,
  trigger: PaymentTrigger<Ready, Refused, Result>,
): Promise<Begun<Ready> | NothingToPay<Result>> {
  return options.sessions.change(id, trigger.owner, (record) =>
    begin(options, record, paymentKey, trigger),
  );
}

/**
 * Charges and settles a payment that has begun.
 * @throws whatever charging throws, once the release of a payment that may have been charged is committed
 */
export function runPayment<Ready, Refused extends { readonly kind: string }, Result>(
  options: PaymentOptions,
  { id }: PaymentIds,
  trigger: PaymentTrigger<Ready, Refused, Result>,
  begun: Begun<Ready> | NothingToPay<Result>,
): Promise<Result> | Result {
  return begun.kind === "over" ? begun.answer() : new Payment(options, trigger, id, begun).run();
}

function begin<Ready, Refused extends { readonly kind: string }, Result>(
  { endsAt, now }: PaymentOptions,
  stored: SessionRecord,
  paymentKey: string,
  trigger: PaymentTrigger<Ready, Refused, Result>,
): Decision<Begun<Ready> | NothingToPay<Result>> {
  const open = openPayment(stored, paymentKey);
  if (open !== undefined)
    return { result: { kind: "begun", ready: trigger.resumed(stored), payment: open } };
  const beginning = trigger.begin(stored, paymentKey);
  if (beginning.kind === "over") return { result: beginning };
  const { record, ready } = beginning;
  const attempt = { trigger: trigger.name, endsAt: endsAt(), ...trigger.lease?.() };
  const facts = { paymentKey, payment: trigger.payment, beganAt: now(), attempt };
  const payment = runningPayment(record.checkout, facts);
  return { next: withPayment(record, payment), result: { kind: "begun", ready, payment } };
}

type Outcome<Result> =
  | { readonly kind: "ended"; readonly result: Result; readonly isPaid: boolean }
  /** The order was committed, although the commit seemed to fail. */
  | { readonly kind: "written"; readonly result: Result }
  /** A timeout or another process ended the attempt first. */
  | { readonly kind: "lost"; readonly checkout: CheckoutShape };

/** A payment that has begun. */
class Payment<Ready, Refused extends { readonly kind: string }, Result> {
  readonly #options: PaymentOptions;
  readonly #trigger: PaymentTrigger<Ready, Refused, Result>;
  readonly #id: string;
  readonly #begun: Begun<Ready>;
  #mayBeCharged = false;

  constructor(
    options: PaymentOptions,
    trigger: PaymentTrigger<Ready, Refused, Result>,
    id: string,
    begun: Begun<Ready>,
  ) {
    this.#options = options;
    this.#trigger = trigger;
    this.#id = id;
    this.#begun = begun;
  }

  async run(): Promise<Result> {
    const { completionMs } = this.#options;
    const ends = { timeout: tooLong, aborted: tooLong };
    try {
      const charge = (signal: Cancellation) => this.#charge(signal);
      return await this.#settle(await withinTime(completionMs, undefined, charge, ends));
    } catch (thrown) {
      return await this.#abandon(thrown);
    }
  }

  async #charge(signal: Cancellation): Promise<Placed | Refused> {
    const { ready, payment } = this.#begun;
    const { paymentKey } = payment;
    const reportCharge = (mayExist: boolean): void => void (this.#mayBeCharged = mayExist);
    try {
      const end = await this.#trigger.charge(ready, { paymentKey, signal, reportCharge });
      if (isPlaced(end)) requireOrderOf(end.checkout, end.order);
      return end;
    } catch (error) {
      if (signal.aborted && !(error instanceof TimedOut)) this.#options.report(error);
      throw error;
    } finally {
      // The session gave up on this attempt and released its payment before this charge: release it again.
      if (signal.aborted && this.#mayBeCharged) await this.#releaseLate();
    }
  }

  async #settle(end: Placed | Refused): Promise<Result> {
    const { ready, payment } = this.#begun;
    const { paymentKey } = payment;
    const outcome = await this.#end((record) =>
      this.#trigger.settle(record, ready, { paymentKey, end }),
    );
    if (outcome.kind === "lost") {
      if (!isPlaced(end)) return this.#trigger.lost(outcome.checkout, end);
      await this.#releaseLate();
      return this.#trigger.lost(outcome.checkout, undefined);
    }
    await this.#follow(outcome);
    return outcome.result;
  }

  /** Returns the result if there is one to return, and otherwise rethrows. */
  async #abandon(thrown: unknown): Promise<Result> {
    const { report } = this.#options;
    const { ready, payment } = this.#begun;
    const mayBeCharged = this.#mayBeCharged;
    const hasTimedOut = thrown instanceof TimedOut;
    if (hasTimedOut) report(thrown);
    const how: Abandoned = {
      why: hasTimedOut ? TIMED_OUT : FAILED,
      isRetried: thrown instanceof ProtocolError,
      mayBeCharged,
    };
    const { paymentKey } = payment;
    const outcome = await this.#end((record) =>
      this.#trigger.abandon(record, ready, { paymentKey, how }),
    ).catch((error: unknown) => {
      // The attempt ends when its time is over.
      const isHeard = this.#trigger.unrecorded === "thrown" && !hasTimedOut;
      if (!hasTimedOut) report(isHeard ? error : thrown);
      throw isHeard ? thrown : error;
    });
    if (outcome.kind === "written") {
      await this.#follow(outcome);
      return outcome.result;
    }
    if (hasTimedOut)
      return outcome.kind === "ended"
        ? outcome.result
        : this.#trigger.lost(outcome.checkout, undefined);
    if (!mayBeCharged) return beforeAnyEffect(() => Promise.reject(thrown));
    if (outcome.kind === "lost") await this.#releaseLate();
    throw thrown;
  }

  /** Ends the attempt, unless the session is no longer waiting for it. */
  #end(decide: (record: SessionRecord) => Decision<Result>): Promise<Outcome<Result>> {
    const { paymentKey } = this.#begun.payment;
    return this.#options.sessions.change<Outcome<Result>>(this.#id, undefined, (record) => {
      const { checkout, paidWith } = record;
      if (paidWith === paymentKey)
        return { result: { kind: "written", result: this.#trigger.written(checkout) } };
      if (openPayment(record, paymentKey) === undefined)
        return { result: { kind: "lost", checkout } };
      const { result, ...decision } = decide(record);
      const isPaid = decision.next?.paidWith === paymentKey;
      return { ...decision, result: { kind: "ended", result, isPaid } };
    });
  }

  async #follow(outcome: Exclude<Outcome<Result>, { readonly kind: "lost" }>): Promise<void> {
    const { options, releases, report } = this.#options;
    if (outcome.kind === "written" || outcome.isPaid)
      wake(options, this.#begun.payment.paymentKey, report);
    else if (this.#mayBeCharged) await releases.run(this.#id);
  }

  #releaseLate(): Promise<void> {
    const { attempt: _ended, ...payment } = this.#begun.payment;
    return this.#options.releases.releaseLate(this.#id, payment);
  }
}

/** The order is already committed: if this fails, the event is only sent later and nothing must be undone. */
function wake({ orders, captures }: AnyOptions, paymentKey: string, report: Report): void {
  for (const begin of [() => orders?.wake(), () => captures?.wake({ paymentKey })])
    try {
      begin();
    } catch (error) {
      report(error);
    }
}

/**
 * Checks that the order can be sent and belongs to this checkout, in its currency (§2.9).
 * @throws CheckoutError `order_mismatch`
 */
export function requireOrderOf({ id, currency }: CheckoutShape, order: PlacedOrder): void {
  if (typeof order.id !== "string" || typeof order.permalink_url !== "string")
    throw new CheckoutError(
      "order_mismatch",
      "the order needs an id and a permalink_url, both strings",
    );
  // §4.2: an unreadable id would fail response validation, and that runs after the commit.
  if (!isPathSegment(order.id))
    throw new CheckoutError(
      "order_mismatch",
      "the order's id cannot be used as a URL path segment",
    );
  if (!isUri(order.permalink_url))
    throw new CheckoutError("order_mismatch", "the order's permalink_url must be an absolute URL");
  if (order.checkout_id !== undefined && order.checkout_id !== id)
    throw new CheckoutError("order_mismatch", `the order's checkout_id must be ${id}`);
  if (order.currency !== undefined && order.currency !== currency)
    throw new CheckoutError("order_mismatch", `the order's currency must be ${currency}`);
}

interface Purchase {
  readonly trigger: "succeed" | "finish";
  readonly order: PlacedOrder;
  readonly paymentKey: string;
}

/**
 * Turns a session into an order (§3.1): the one place that writes a completed checkout, for platforms and buyers
 * alike. The checkout, its order, the order's event and the capture that is due are one commit.
 */
export function applyCompletion(
  record: SessionRecord,
  { trigger, order, paymentKey }: Purchase,
  { orders, captures }: Pick<AnyOptions, "orders" | "captures">,
): Decision<CheckoutShape> {
  const { checkout, platform } = record;
  const problem = orders?.problemWith?.(platform);
  const result: CheckoutShape = {
    ...over(checkout, move(checkout.status, trigger, "completed")),
    messages: [
      ...withoutFailures(checkout),
      ...(problem === undefined ? [] : [writtenMessage(problem)]),
    ],
    order: { id: order.id, permalink_url: order.permalink_url },
  };
  const free = withoutAttempt(record, paymentKey);
  const more = [
    ...(orders?.writesFor(order as never, platform) ?? []),
    ...(captures?.writesFor({ checkoutId: checkout.id, paymentKey }) ?? []),
  ];
  return { next: { ...free, checkout: result, paidWith: paymentKey }, more, result };
}
