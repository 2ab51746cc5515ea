/** The formats `date`, `time`, `date-time` (RFC 3339 §5.6) and `duration` (appendix A) check in linear time. */

import { anchored, isDigit } from "./characters.js";

// The shared grammar of the formats. The functions after it check the calendar rules that it omits.
const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

/**
 * True if the month has this day. `Date` turns some invalid days into those of the next month, and rejects others.
 */
function isDay(value: string): boolean {
  const day = +value.slice(8, 10);
  return day < 29 || new Date(value.slice(0, 10)).getUTCDate() === day;
}

/** True if a leap second is the last second of a day in UTC (RFC 3339 §5.7). */
function isSecond(value: string, from: number): boolean {
  if (value[from + 6] !== "6") return true;
  const before = value.slice(from).replace(":60", ":59").toUpperCase();
  return new Date(`1970-01-01T${before}`).toISOString().includes("T23:59");
}

const FULL_TIME: RegExp = /* @__PURE__ */ anchored(TIME);

export function isTime(value: string): boolean {
  return FULL_TIME.test(value) && isSecond(value, 0);
}

const FULL_DATE: RegExp = /* @__PURE__ */ anchored(DATE);

export function isDate(value: string): boolean {
  return FULL_DATE.test(value) && isDay(value);
}

const DATE_TIME: RegExp = /* @__PURE__ */ anchored(DATE, "t", TIME);

/** True for the format `date-time` of RFC 3339 §5.6, which timestamps have (§1.7), if the day and a leap second exist. */
export function isDateTime(value: string): boolean {
  return DATE_TIME.test(value) && isDay(value) && isSecond(value, 11);
}

const LETTER_P = 80;
const LETTER_T = 84;

/** The format `duration` of RFC 3339 appendix A: `P1Y2M3DT4H5M6S` or `P2W`. */
export function isDuration(value: string): boolean {
  if (value.charCodeAt(0) !== LETTER_P) return false;
  const dateEnd = componentsEnd(value, 1, "YMD");
  if (value.charCodeAt(dateEnd) === LETTER_T) {
    const end = componentsEnd(value, dateEnd + 1, "HMS");
    return end > dateEnd + 1 && end === value.length;
  }
  const end = dateEnd > 1 ? dateEnd : componentsEnd(value, 1, "W");
  return end > 1 && end === value.length;
}

/**
 * The end of the components at `from`. In the ABNF each unit can only be followed by the next smaller one, so `P1Y2D`
 * and `PT1H2S` are invalid.
 */
function componentsEnd(value: string, from: number, order: string): number {
  let end = from;
  for (let unit = -1; ;) {
    let at = end;
    while (isDigit(value.charCodeAt(at))) at++;
    if (at === end || at === value.length) return end;
    const found = order.indexOf(value.charAt(at));
    if (found < 0 || (end > from && found !== unit + 1)) return end;
    unit = found;
    end = at + 1;
  }
}
