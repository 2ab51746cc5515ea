/** Milliseconds since 1970, as `Date.now` has it. */
export type Clock = () => number;

/** As `created` and `expires` have it (RFC 9421 §2.3). */
export function secondsOf(clock: Clock = Date.now): number {
  return Math.floor(clock() / 1_000);
}
