/**
 * Completing a checkout (§3.1). In: Complete Checkout, or a buyer in the business's pages. Out: the session
 * with its order, or as it is otherwise. A payment that its session did not wait for is released.
 */

import { equalJson } from "../json/index.js";
import type { CallContext } from "../server/handlers.js";
import { withinTime } from "../time/within-time.js";
import type { AnyOptions } from "./any-options.js";
import { attemptTo, requireOrderOf, type AttemptEnd } from "./attempt.js";
import { Declined } from "./declined.js";
import { allows, move } from "./machine.js";
import { notAllowed, withMessages } from "./refusals.js";
import {
  givenUp,
  ownerOf,
  withoutFailures,
  type Completion,
  type SessionRecord,
} from "./session-record.js";
import { beforeAnyEffect, type Decision, type Sessions } from "./sessions.js";
import type { CheckoutShape, PlacedOrder, RequestShape } from "./types.js";

export interface CompletionOptions {
  readonly options: AnyOptions;
  readonly sessions: Sessions;
  readonly completionMs: number;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Takes a payment; or `Declined`. */
export type Place = (
  checkout: CheckoutShape,
  paymentKey: string,
) => Promise<PlacedOrder | Declined> | PlacedOrder | Declined;

export interface CompletionKeeper {
  complete(request: RequestShape, context: CallContext): Promise<CheckoutShape>;
  finish(id: string, place: Place): Promise<CheckoutShape | Declined>;
}

type Begun =
  | { readonly kind: "refused"; readonly checkout: CheckoutShape }
  | { readonly kind: "begun"; readonly record: SessionRecord; readonly paymentKey: string };

/** Its own process gives an attempt up first; others do where that one has died. */
const GRACE_MS = 1000;

/** What is not the hooks' own end: they may still be at it. */
class TimedOut extends Error {}

export function createCompletion({
  options,
  sessions,
  completionMs,
  now,
  newId,
}: CompletionOptions): CompletionKeeper {
  function begin(record: SessionRecord): Decision<Begun> {
    const { checkout } = record;
    if (!allows(checkout.status, "complete")) {
      const refused = withMessages(checkout, [notAllowed(checkout, "complete")]);
      return { result: { kind: "refused", checkout: refused } };
    }
    const status = move(checkout.status, "complete", "complete_in_progress");
    const completion: Completion = { paymentKey: newId(), endsAt: now() + completionMs + GRACE_MS };
    const next = { ...record, checkout: { ...checkout, status }, completion };
    return { next, result: { kind: "begun", record, paymentKey: completion.paymentKey } };
  }

  async function complete(request: RequestShape, context: CallContext): Promise<CheckoutShape> {
    const { id = "" } = request;
    const begun = await beforeAnyEffect(() => sessions.change(id, ownerOf(context), begin));
    if (begun.kind === "refused") return begun.checkout;
    const { record, paymentKey } = begun;
    let charging = false;
    const attempt = async (signal: Parameters<Parameters<typeof withinTime>[2]>[0]) => {
      const end = await attemptTo(
        { record, request, paymentKey, signal, context, charging: () => void (charging = true) },
        options,
      );
      // Nobody waits any more, and the session was given up.
      if (signal.aborted && end.kind === "placed") await release(record.checkout, paymentKey);
      return end;
    };
    try {
      const end = await withinTime(completionMs, undefined, attempt, {
        timeout: () => new TimedOut("completing took too long"),
        aborted: () => new TimedOut("completing was aborted"),
      });
      return await ended(id, paymentKey, end);
    } catch (thrown) {
      const checkout = await abandon(id, paymentKey, charging);
      if (thrown instanceof TimedOut) return checkout;
      throw thrown;
    }
  }

  /** The session, if this attempt is still the one it waits for. */
  function atEndOf<Result>(
    id: string,
    paymentKey: string,
    decide: (record: SessionRecord) => Decision<Result>,
  ): Promise<Result | undefined> {
    return sessions.change<Result | undefined>(id, undefined, (record) =>
      record.completion?.paymentKey === paymentKey ? decide(record) : { result: undefined },
    );
  }

  async function ended(id: string, paymentKey: string, end: AttemptEnd): Promise<CheckoutShape> {
    const result = await atEndOf(id, paymentKey, ({ completion: _, ...record }) => {
      if (end.kind === "placed") return completed(record, "succeed", end.order);
      const { checkout } = end;
      move(record.checkout.status, "fail", checkout.status);
      return { next: { ...record, checkout }, result: checkout };
    });
    if (result === undefined) return lost(id, paymentKey, end.kind === "placed");
    if (end.kind === "placed") options.orders?.wake();
    return result;
  }

  /** Time, or another process, was faster. */
  async function lost(id: string, paymentKey: string, charged: boolean): Promise<CheckoutShape> {
    const checkout = await current(id);
    if (charged) await release(checkout, paymentKey);
    return checkout;
  }

  /** An attempt whose end is unknown. */
  async function abandon(
    id: string,
    paymentKey: string,
    charging: boolean,
  ): Promise<CheckoutShape> {
    const result = await atEndOf(id, paymentKey, (record) => {
      const over = givenUp(record);
      const next = charging ? over : { ...over, releases: record.releases };
      return { next, result: next.checkout };
    });
    return result ?? lost(id, paymentKey, charging);
  }

  function completed(
    record: SessionRecord,
    trigger: "succeed" | "finish",
    order: PlacedOrder,
  ): Decision<CheckoutShape> {
    const { checkout, platform } = record;
    const { continue_url: _, ...rest } = checkout;
    const result: CheckoutShape = {
      ...rest,
      status: move(checkout.status, trigger, "completed"),
      messages: withoutFailures(checkout),
      order: { id: order.id, permalink_url: order.permalink_url },
    };
    const more = options.orders?.writesFor(order as never, platform) ?? [];
    return { next: { ...record, checkout: result }, more, result };
  }

  function current(id: string): Promise<CheckoutShape> {
    return sessions.change(id, undefined, ({ checkout }) => ({ result: checkout }));
  }

  async function release(checkout: CheckoutShape, paymentKey: string): Promise<void> {
    try {
      await options.release?.(checkout, paymentKey);
    } catch (error) {
      options.log?.(error);
    }
  }

  async function finish(id: string, place: Place): Promise<CheckoutShape | Declined> {
    const checkout = await current(id);
    if (!allows(checkout.status, "finish")) return new Declined([notAllowed(checkout, "finish")]);
    const paymentKey = newId();
    const placed = await place(checkout, paymentKey);
    if (placed instanceof Declined) return placed;
    const order = requireOrderOf(checkout, placed);
    const result = await sessions.change<CheckoutShape | Declined>(id, undefined, (record) =>
      equalJson(record.checkout, checkout)
        ? completed(record, "finish", order)
        : { result: new Declined([notAllowed(record.checkout, "finish")]) },
    );
    if (result instanceof Declined) await release(checkout, paymentKey);
    else options.orders?.wake();
    return result;
  }

  return { complete, finish };
}
