/** What the formats of RFC 3339 §5.6 share: their grammar, and what it leaves to the calendar. */

export const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
export const TIME =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

/** Whether the month of a date has its day. */
export function isDay(value: string): boolean {
  const day = +value.slice(8, 10);
  if (day < 29) return true;
  const month = +value.slice(5, 7);
  const year = +value.slice(0, 4);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (isLeap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1));
}

/** A leap second is the last of a day in UTC (RFC 3339 §5.7). */
export function isSecond(value: string, from: number): boolean {
  if (value.slice(from + 6, from + 8) !== "60") return true;
  const offset = /([+-])(..):(..)$/.exec(value);
  const sign = offset?.[1] === "+" ? 1 : -1;
  const shift = offset === null ? 0 : sign * minutesOf(offset[2], offset[3]);
  return (
    (minutesOf(value.slice(from, from + 2), value.slice(from + 3, from + 5)) - shift + 1440) %
      1440 ===
    1439
  );
}

function minutesOf(hours: string | undefined, minutes: string | undefined): number {
  return Number(hours) * 60 + Number(minutes);
}
