import { isDate } from "../formats/date.js";

/** True for a version: the date of a release, or `draft` for one that is not released (§9.1). */
export function isVersion(value: unknown): value is string {
  return value === "draft" || isReleaseDate(value);
}

/** True for `YYYY-MM-DD`, for a day that the calendar has. */
export function isReleaseDate(value: unknown): value is string {
  return typeof value === "string" && isDate(value);
}
