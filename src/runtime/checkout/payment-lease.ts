/**
 * A lease on the payment that a buyer makes on the business's own page (§3.1). Without it, other processes would wait
 * for a dead process for as long as a payment may take.
 */

import { openFinishing, type Finishing, type SessionRecord } from "./session-record.js";
import type { Decision, Sessions } from "./sessions.js";

const LEASE_MS = 10_000;
/** Two renewals may fail before the lease ends. */
const RENEW_MS = Math.floor(LEASE_MS / 3);

export interface PaymentLeases {
  /** The end of a lease that begins now. Milliseconds since 1970. */
  endsAt(): number;
  hasEnded(finishing: Finishing): boolean;
  /** Renews the lease of a recorded payment until `work` settles or the payment is given up. */
  hold<Result>(id: string, paymentKey: string, work: () => Promise<Result>): Promise<Result>;
}

export function createPaymentLeases(sessions: Sessions, now: () => number): PaymentLeases {
  const endsAt = (): number => now() + LEASE_MS;

  /** False if the payment is no longer open. */
  function renewed(record: SessionRecord, paymentKey: string): Decision<boolean> {
    const { finishing = [] } = record;
    const isOurs = (each: Finishing): boolean => each.paymentKey === paymentKey;
    if (!openFinishing(record).some(isOurs)) return { result: false };
    const leaseEndsAt = endsAt();
    const next = finishing.map((each) => (isOurs(each) ? { ...each, leaseEndsAt } : each));
    return { next: { ...record, finishing: next }, result: true };
  }

  return {
    endsAt,
    // A release without leases wrote it: treat it as open for as long as a payment may take.
    hasEnded: ({ leaseEndsAt = Infinity }) => now() >= leaseEndsAt,
    hold(id, paymentKey, work) {
      const end = (): void => clearInterval(timer);
      async function renew(): Promise<void> {
        const isOpen = await sessions
          .change(id, undefined, (record) => renewed(record, paymentKey))
          // The store may recover before the lease ends.
          .catch(() => true);
        if (!isOpen) end();
      }
      const timer = setInterval(() => void renew(), RENEW_MS);
      return work().finally(end);
    },
  };
}
