/** A claim must outlive its attempt: else two workers do one task at a time. */

/** @throws RangeError */
export function requireLease(leaseMs: number, attemptMs: number): void {
  if (attemptMs >= 1 && leaseMs > attemptMs) return;
  throw new RangeError(
    `leaseMs: expected more than the ${attemptMs} ms of an attempt, found ${leaseMs}`,
  );
}
