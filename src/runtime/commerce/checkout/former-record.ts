/** Reads sessions that former versions of this package stored, which had their payments in four members. */

import type { PaymentOnRecord, RecordedPayment, RunningAttempt } from "./recorded-payment.js";
import type { SessionRecord } from "./session-record.js";

interface FormerAttempt extends Omit<RunningAttempt, "trigger"> {
  readonly paymentKey: string;
}

export interface FormerRecord extends Omit<SessionRecord, "payments"> {
  readonly completion?: FormerAttempt | undefined;
  readonly finishing?: readonly FormerAttempt[] | undefined;
  readonly payments?: readonly PaymentOnRecord[] | undefined;
  readonly releases: readonly { readonly id: string; readonly paymentKey: string }[];
}

export function asSessionRecord(stored: SessionRecord | FormerRecord): SessionRecord {
  if (!("releases" in stored)) return stored;
  const { completion, finishing = [], payments = [], releases, ...record } = stored;
  const attempts = new Map<string, RunningAttempt>([
    ...(completion === undefined ? [] : [attemptOf("complete", completion)]),
    ...finishing.map((each) => attemptOf("finish", each)),
  ]);
  const released = new Map(releases.map(({ paymentKey, id }) => [paymentKey, id]));
  const keys = new Set([...attempts.keys(), ...released.keys()]);
  const { currency } = record.checkout;
  const recorded = [...keys].map((paymentKey): RecordedPayment => {
    const unknown = { paymentKey, amount: undefined, currency, beganAt: 0 };
    const payment = payments.find((each) => each.paymentKey === paymentKey) ?? unknown;
    return {
      ...payment,
      attempt: attempts.get(paymentKey),
      releaseId: released.get(paymentKey),
    };
  });
  return { ...record, payments: recorded };
}

function attemptOf(
  trigger: RunningAttempt["trigger"],
  { paymentKey, ...attempt }: FormerAttempt,
): readonly [string, RunningAttempt] {
  return [paymentKey, { ...attempt, trigger }];
}
