/** The shared grammar of the RFC 3339 §5.6 formats, and the calendar rules that it omits. */

export const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
export const TIME =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

/**
 * True if the month has this day. `Date` turns some invalid days into those of the next month, and rejects others.
 */
export function isDay(value: string): boolean {
  const day = +value.slice(8, 10);
  return day < 29 || new Date(value.slice(0, 10)).getUTCDate() === day;
}

/** True if a leap second is the last second of a day in UTC (RFC 3339 §5.7). */
export function isSecond(value: string, from: number): boolean {
  if (value[from + 6] !== "6") return true;
  const before = value.slice(from).replace(":60", ":59").toUpperCase();
  return new Date(`1970-01-01T${before}`).toISOString().includes("T23:59");
}
