/**
 * The formats of RFC 3339 §5.6: `date-time`, `date` and `time`. A string goes in, whether it is one
 * comes out.
 */
import { COLON, DOT, HYPHEN, isDigit, PLUS } from "./characters.js";

/** `date-time`: `2026-11-20T10:00:00Z`. */
export function isDateTime(value: string): boolean {
  // RFC 3339 §5.6: the T, like the Z, may be lower case.
  return isDateAtStart(value) && (value.charCodeAt(10) | 32) === 116 && isTimeFrom(value, 11);
}

/** `date`: `2026-11-20`. */
export function isDate(value: string): boolean {
  return value.length === 10 && isDateAtStart(value);
}

/** `time`: `10:00:00Z`; the offset is required. */
export function isTime(value: string): boolean {
  return isTimeFrom(value, 0);
}

/** The two digits at `at` as a number, or 100: above every limit in a date. */
function twoDigits(value: string, at: number): number {
  const tens = value.charCodeAt(at);
  const units = value.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(units) ? tens * 10 + units - 528 : 100;
}

function isDateAtStart(value: string): boolean {
  const century = twoDigits(value, 0);
  const year = twoDigits(value, 2);
  const month = twoDigits(value, 5);
  const day = twoDigits(value, 8);
  return (
    value.charCodeAt(4) === HYPHEN &&
    value.charCodeAt(7) === HYPHEN &&
    century < 100 &&
    year < 100 &&
    month > 0 &&
    month < 13 &&
    day > 0 &&
    (day < 29 || day <= daysIn(century, year, month))
  );
}

/** RFC 3339 appendix C: a century year is leap when its century divides by four. */
function daysIn(century: number, year: number, month: number): number {
  if (month === 2) return (year === 0 ? century : year) % 4 === 0 ? 29 : 28;
  // Long and short months alternate, and the order flips at August.
  return 30 + ((month + (month >> 3)) & 1);
}

/** Whether `value` holds, from `from` to its end, one full-time. */
function isTimeFrom(value: string, from: number): boolean {
  const hour = twoDigits(value, from);
  const minute = twoDigits(value, from + 3);
  const second = twoDigits(value, from + 6);
  const zone = fractionEnd(value, from + 8);
  const offset = zoneOffset(value, zone);
  return (
    hour < 24 &&
    minute < 60 &&
    value.charCodeAt(from + 2) === COLON &&
    value.charCodeAt(from + 5) === COLON &&
    offset < 1440 &&
    // RFC 3339 §5.7: a leap second is the last second of a day in UTC, whatever the offset.
    (second < 60 || (second === 60 && (hour * 60 + minute - offset + 1440) % 1440 === 1439))
  );
}

/** The end of the time-secfrac at `at`, if there is one. A dot without digits is left unread. */
function fractionEnd(value: string, at: number): number {
  if (value.charCodeAt(at) !== DOT || !isDigit(value.charCodeAt(at + 1))) return at;
  let end = at + 2;
  while (isDigit(value.charCodeAt(end))) end++;
  return end;
}

/** The minutes east of UTC that the rest of `value` says, or NaN if it is no time-offset. */
function zoneOffset(value: string, at: number): number {
  const sign = value.charCodeAt(at);
  if ((sign | 32) === 122 && value.length === at + 1) return 0;
  const hour = twoDigits(value, at + 1);
  const minute = twoDigits(value, at + 4);
  if (value.length !== at + 6 || value.charCodeAt(at + 3) !== COLON || hour > 23 || minute > 59) {
    return NaN;
  }
  if (sign === PLUS) return hour * 60 + minute;
  return sign === HYPHEN ? -hour * 60 - minute : NaN;
}
