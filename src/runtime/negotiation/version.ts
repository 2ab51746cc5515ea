/** True for a version: the date of a release, or `draft` for one that is not released (§9.1). */
export function isVersion(value: unknown): value is string {
  return value === "draft" || isReleaseDate(value);
}

/** True for `YYYY-MM-DD`, for a day that the calendar has. It is in every client, so it is short. */
export function isReleaseDate(value: unknown): value is string {
  const time =
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN;
  // JavaScript reads 2026-02-30 as a day in March.
  return time === time && new Date(time).toISOString().startsWith(value as string);
}
