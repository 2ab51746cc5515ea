/**
 * Recognizes retries by the calls recorded in a session or cart. The idempotency record may lack the response,
 * because the process died or a successful commit was reported as failed; a retry under the same key (§4.8) then
 * still gets the result.
 */

import { ProtocolError } from "../../error/protocol-error.js";
import { DEFAULT_TTL_MS } from "../../idempotency/claims.js";
import { ABSENT, type RecordWrite } from "../../storage/storage.js";
import type { CallContext } from "../../server/handlers.js";
import { completionOf } from "./recorded-payment.js";
import type { SessionRecord } from "./session-record.js";

export interface MadeCall {
  /** Includes the operation. */
  readonly callId: string;
  /** The payment that the call began. */
  readonly paymentKey?: string | undefined;
}

/** No buyer changes a session this often. The oldest calls are dropped to keep the record small. */
export const MAX_CALLS = 32;

/** A record that remembers the calls that changed it. */
export interface CallsOnRecord {
  /** The most recent calls, oldest first. */
  readonly calls?: readonly MadeCall[] | undefined;
}

export type Caller = Pick<CallContext, "callId">;

export function withCall<Each extends CallsOnRecord>(
  record: Each,
  { callId }: Caller,
  paymentKey?: string,
): Each {
  if (callId === undefined) return record;
  const calls = [...(record.calls ?? []), { callId, paymentKey }];
  return { ...record, calls: calls.slice(-MAX_CALLS) };
}

/** Forgets the call that began the payment, so that a retry under its key runs again. */
export function withoutCallOf(record: SessionRecord, paymentKey: string): SessionRecord {
  return { ...record, calls: record.calls?.filter((each) => each.paymentKey !== paymentKey) };
}

function callIn({ calls = [] }: CallsOnRecord, { callId }: Caller): MadeCall | undefined {
  return calls.find((each) => each.callId === callId);
}

export function hasMade(record: CallsOnRecord, caller: Caller): boolean {
  return callIn(record, caller) !== undefined;
}

/** True if a retry may not be recognized, because older calls were dropped. */
export function hasForgotten({ calls = [] }: CallsOnRecord): boolean {
  return calls.length >= MAX_CALLS;
}

/**
 * True if this call began to complete the session and that attempt has ended.
 * @throws ProtocolError `idempotency_in_progress` if the attempt is still running
 */
export function hasCompleted(record: SessionRecord, caller: Caller): boolean {
  const call = callIn(record, caller);
  if (call === undefined) return false;
  if (completionOf(record)?.paymentKey !== call.paymentKey) return true;
  throw new ProtocolError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
}

/** Collection of the calls that created a session or a cart, by `callId`. */
const CREATIONS = "creation";

export interface Creation {
  readonly id: string;
}

export const creationKey = (callId: string): readonly [collection: string, key: string] => [
  CREATIONS,
  callId,
];

/**
 * The writes of what a call creates, and of the call. The call is remembered for as long as what it created is kept: a retry that
 * nobody recognizes would create another one. It is remembered for 48 hours at least, since a change may keep a cart for longer.
 */
export function creationWrites(
  created: RecordWrite,
  { callId }: Caller,
  now: number,
): readonly RecordWrite[] {
  if (callId === undefined) return [created];
  const { key: id, expiresAt: end, owner } = created;
  const value: Creation = { id };
  const expiresAt = end === undefined ? undefined : Math.max(end, now + DEFAULT_TTL_MS);
  const creation = { collection: CREATIONS, key: callId, value, expected: ABSENT };
  return [created, { ...creation, expiresAt, owner }];
}
