/**
 * Calls that have changed a session or a cart. The records of idempotency keys may not have their answers: a process died, or a
 * commit that happened was reported as failed. A retry under the same key hears what became of the call (§4.8).
 */

import { ProtocolError } from "../error/index.js";
import { DEFAULT_TTL_MS } from "../idempotency/claim-times.js";
import type { QuotaClient } from "../storage/quota.js";
import { ABSENT, type RecordWrite } from "../storage/index.js";
import type { CallContext } from "../server/handlers.js";
import type { SessionRecord } from "./session-record.js";

export interface MadeCall {
  /** Names the operation, too. */
  readonly callId: string;
  /** Of the payment that the call began. */
  readonly paymentKey?: string | undefined;
}

/** More than that many changes are not one buyer's; the oldest are forgotten, so that a record stays small. */
export const MAX_CALLS = 32;

/** A record of what calls change. */
export interface CallsOnRecord {
  /** The last ones. */
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

/** The call that began the payment is to be made again under its key. */
export function withoutCallOf(record: SessionRecord, paymentKey: string): SessionRecord {
  return { ...record, calls: record.calls?.filter((each) => each.paymentKey !== paymentKey) };
}

function callIn({ calls = [] }: CallsOnRecord, { callId }: Caller): MadeCall | undefined {
  return calls.find((each) => each.callId === callId);
}

export function hasMade(record: CallsOnRecord, caller: Caller): boolean {
  return callIn(record, caller) !== undefined;
}

/** True if a call that changed the record may come again, and not be known. */
export function hasForgotten({ calls = [] }: CallsOnRecord): boolean {
  return calls.length >= MAX_CALLS;
}

/**
 * True where this call has begun to complete the session, and that has ended.
 * @throws ProtocolError `idempotency_in_progress` while it has not
 */
export function hasCompleted(record: SessionRecord, caller: Caller): boolean {
  const call = callIn(record, caller);
  if (call === undefined) return false;
  if (record.completion?.paymentKey !== call.paymentKey) return true;
  throw new ProtocolError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
}

/** The collection of the calls that created a session or a cart, by `callId`. */
const CREATIONS = "creation";

export interface Creation {
  readonly id: string;
}

export const creationKey = (callId: string): readonly [collection: string, key: string] => [
  CREATIONS,
  callId,
];

/** Written with what a call creates. */
export function creationOf(
  { id, client }: Creation & { readonly client: QuotaClient | undefined },
  callId: string,
  now: number,
): RecordWrite {
  const value: Creation = { id };
  return {
    collection: CREATIONS,
    key: callId,
    value,
    expected: ABSENT,
    // As long as the key itself (§8).
    expiresAt: now + DEFAULT_TTL_MS,
    owner: client,
  };
}
