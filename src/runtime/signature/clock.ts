/** Milliseconds since 1970, as `Date.now` has it. */
export type Clock = () => number;

/** As `created` and `expires` have it (RFC 9421 §2.3). */
export function secondsOf(clock: Clock = Date.now): number {
  return Math.floor(clock() / 1_000);
}

/**
 * A time that a party has kept, in milliseconds since 1970. Every comparison with NaN is false: a key without a readable time would never go.
 *
 * @throws TypeError that names the member
 */
export function keptTime(member: string, text: unknown): number {
  const time = typeof text === "string" ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new TypeError(`the ${member} of a key is no time of RFC 3339`);
  return time;
}
