/**
 * The buyer finishes an escalated session in the business's own pages (§3.1). In: a session, and what takes the
 * payment. Out: the session with its order, or why there is none; then what was charged is taken back.
 */

import { equalJson } from "../json/index.js";
import { CHANGED, requireOrderOf } from "./attempt.js";
import { completed, wake } from "./completed.js";
import type { CompletionOptions } from "./completion.js";
import { Declined } from "./declined.js";
import { allows } from "./machine.js";
import { notAllowed } from "./refusals.js";
import { TIMED_OUT, withoutFinishing, withRelease, type SessionRecord } from "./session-record.js";
import type { Decision } from "./sessions.js";
import type { CheckoutShape, PlacedOrder } from "./types.js";

/** Takes a payment; or `Declined`. */
export type Place = (
  checkout: CheckoutShape,
  paymentKey: string,
) => Promise<PlacedOrder | Declined> | PlacedOrder | Declined;

interface Begun {
  readonly checkout: CheckoutShape;
  readonly paymentKey: string;
}

type Finished = CheckoutShape | Declined;

export function createFinishing({
  options,
  sessions,
  releases,
  report,
  endsAt,
  newId,
}: CompletionOptions): (id: string, place: Place) => Promise<Finished> {
  // The key is written before anything is charged: of a process that dies its payment is known.
  function begin(record: SessionRecord): Decision<Begun | Declined> {
    const { checkout, finishing = [] } = record;
    if (!allows(checkout.status, "finish"))
      return { result: new Declined([notAllowed(checkout, "finish")]) };
    const paymentKey = newId();
    const next = { ...record, finishing: [...finishing, { paymentKey, endsAt: endsAt() }] };
    return { next, result: { checkout, paymentKey } };
  }

  function isOpen({ finishing = [] }: SessionRecord, paymentKey: string): boolean {
    return finishing.some((each) => each.paymentKey === paymentKey);
  }

  function end(record: SessionRecord, begun: Begun, order: PlacedOrder): Decision<Finished> {
    const { paymentKey } = begun;
    if (record.paidWith === paymentKey) return { result: record.checkout };
    if (!isOpen(record, paymentKey)) return { result: new Declined([TIMED_OUT]) };
    if (equalJson(record.checkout, begun.checkout))
      return completed(record, { trigger: "finish", order, paymentKey }, options.orders);
    const { checkout } = record;
    const why = allows(checkout.status, "finish") ? CHANGED : notAllowed(checkout, "finish");
    return { next: withRelease(record, paymentKey), result: new Declined([why]) };
  }

  async function placed(id: string, begun: Begun, place: Place): Promise<Finished> {
    const { checkout, paymentKey } = begun;
    const result = await place(checkout, paymentKey);
    if (result instanceof Declined) {
      await sessions.change(id, undefined, (record) => ({
        next: withoutFinishing(record, paymentKey),
        result: undefined,
      }));
      return result;
    }
    const order = requireOrderOf(checkout, result);
    const finished = await sessions.change(id, undefined, (record) => end(record, begun, order));
    if (!(finished instanceof Declined)) {
      wake(options.orders, report);
      return finished;
    }
    // The charge may have come after the first release.
    if (finished.messages.includes(TIMED_OUT)) await releases.takeBack(id, paymentKey);
    else await releases.run(id);
    return finished;
  }

  /** Undefined where there is no order of it: then the payment is taken back. */
  function writtenOf(id: string, paymentKey: string): Promise<CheckoutShape | undefined> {
    return sessions.change<CheckoutShape | undefined>(id, undefined, (record) => {
      if (record.paidWith === paymentKey) return { result: record.checkout };
      return { next: withRelease(record, paymentKey), result: undefined };
    });
  }

  return async (id, place) => {
    const begun = await sessions.change(id, undefined, begin);
    if (begun instanceof Declined) return begun;
    try {
      return await placed(id, begun, place);
    } catch (thrown) {
      const written = await writtenOf(id, begun.paymentKey).catch(report);
      if (written === undefined) throw thrown;
      wake(options.orders, report);
      return written;
    }
  };
}
