/** Returns milliseconds since 1970, like `Date.now`. */
export type Clock = () => number;

/** Seconds since 1970, as in `created` and `expires` (RFC 9421 §2.3). */
export function secondsOf(clock: Clock = Date.now): number {
  return Math.floor(clock() / 1_000);
}

/**
 * Parses a stored RFC 3339 time to milliseconds since 1970. Every comparison with NaN is false: a key with an
 * unreadable time would never be removed.
 * @throws TypeError that names the member
 */
export function keptTime(member: string, text: unknown): number {
  const time = typeof text === "string" ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new TypeError(`${member} of a key: expected an RFC 3339 time`);
  return time;
}
