/** What the formats of RFC 3339 §5.6 share: their grammar, and what it leaves to the calendar. */

export const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
export const TIME =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

/** Whether the month of a date has its day: what it has not is another month's for some, and no date for others. */
export function isDay(value: string): boolean {
  const day = +value.slice(8, 10);
  return day < 29 || new Date(value.slice(0, 10)).getUTCDate() === day;
}

/** A leap second is the last of a day in UTC (RFC 3339 §5.7). */
export function isSecond(value: string, from: number): boolean {
  if (value[from + 6] !== "6") return true;
  const before = value.slice(from).replace(":60", ":59").toUpperCase();
  return new Date(`1970-01-01T${before}`).toISOString().includes("T23:59");
}
