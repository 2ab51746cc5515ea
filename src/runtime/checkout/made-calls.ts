/**
 * Calls that have changed a session. The store of idempotency keys may not have heard of their answers: a process died, or a commit
 * that happened was reported as failed. A retry under the same key hears what became of the call (§4.8).
 */

import { ProtocolError } from "../error/index.js";
import { DEFAULT_TTL_MS } from "../idempotency/claim-times.js";
import { ABSENT, type RecordWrite } from "../records/index.js";
import type { CallContext } from "../server/handlers.js";
import { clientOfSession, type SessionRecord } from "./session-record.js";

/** The last call of each kind. */
export interface MadeCalls {
  readonly update?: string | undefined;
  readonly cancel?: string | undefined;
  readonly complete?: CompleteCall | undefined;
}

interface CompleteCall {
  readonly callId: string | undefined;
  readonly paymentKey: string;
}

type Caller = Pick<CallContext, "callId">;

export function withCall(record: SessionRecord, calls: MadeCalls): SessionRecord {
  return { ...record, calls: { ...record.calls, ...calls } };
}

/** A call that is to be made again under its key. */
export function withoutCompleteCall({ calls, ...record }: SessionRecord): SessionRecord {
  const { complete: _, ...others } = calls ?? {};
  return { ...record, calls: others };
}

export function hasMade(
  { calls = {} }: SessionRecord,
  kind: "update" | "cancel",
  { callId }: Caller,
): boolean {
  return callId !== undefined && calls[kind] === callId;
}

/**
 * True where this call has begun to complete the session, and that has ended.
 * @throws ProtocolError `idempotency_in_progress` while it has not
 */
export function hasCompleted(
  { calls = {}, completion }: SessionRecord,
  { callId }: Caller,
): boolean {
  if (callId === undefined || calls.complete?.callId !== callId) return false;
  if (completion?.paymentKey !== calls.complete.paymentKey) return true;
  throw new ProtocolError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
}

/** The collection of the calls that created a session, by `callId`. */
const CREATIONS = "checkout-creation";

export interface Creation {
  readonly id: string;
}

export const creationKey = (callId: string): readonly [collection: string, key: string] => [
  CREATIONS,
  callId,
];

/** Written with the session that a call creates. */
export function creationOf(record: SessionRecord, callId: string, now: number): RecordWrite {
  const value: Creation = { id: record.checkout.id };
  return {
    collection: CREATIONS,
    key: callId,
    value,
    expected: ABSENT,
    // As long as the key itself (§8).
    expiresAt: now + DEFAULT_TTL_MS,
    client: clientOfSession(record),
  };
}
