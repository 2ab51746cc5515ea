/**
 * The formats `date-time`, `date` and `time` of RFC 3339 §5.6. A string goes in, whether it is one
 * comes out, in time linear in its length.
 */

const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

const FULL_DATE: RegExp = /* @__PURE__ */ new RegExp(`^${DATE}$`);
const FULL_TIME: RegExp = /* @__PURE__ */ new RegExp(`^${TIME}$`, "i");
const DATE_TIME: RegExp = /* @__PURE__ */ new RegExp(`^${DATE}t${TIME}$`, "i");

export function isDateTime(value: string): boolean {
  return DATE_TIME.test(value) && isDay(value) && isSecond(value, 11);
}

export function isDate(value: string): boolean {
  return FULL_DATE.test(value) && isDay(value);
}

export function isTime(value: string): boolean {
  return FULL_TIME.test(value) && isSecond(value, 0);
}

/** Whether the month of a date has its day. */
function isDay(value: string): boolean {
  const day = +value.slice(8, 10);
  if (day < 29) return true;
  const month = +value.slice(5, 7);
  const year = +value.slice(0, 4);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (isLeap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1));
}

/** A leap second is the last of a day in UTC (RFC 3339 §5.7). */
function isSecond(value: string, from: number): boolean {
  if (value.slice(from + 6, from + 8) !== "60") return true;
  const offset = /([+-])(..):(..)$/.exec(value);
  const sign = offset?.[1] === "+" ? 1 : -1;
  const shift = offset === null ? 0 : sign * minutesOf(offset[2], offset[3]);
  return (minutesOf(value.slice(from, from + 2), value.slice(from + 3, from + 5)) - shift + 1440) % 1440 === 1439;
}

function minutesOf(hours: string | undefined, minutes: string | undefined): number {
  return Number(hours) * 60 + Number(minutes);
}
