/** True for the date of a release, or `draft` for an unreleased version (§9.1). */
export function isVersion(value: unknown): value is string {
  return value === "draft" || isReleaseDate(value);
}

/** True for `YYYY-MM-DD` if the day exists. Kept short, because every client includes it. */
export function isReleaseDate(value: unknown): value is string {
  const time =
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN;
  // JavaScript parses 2026-02-30 as a day in March.
  return time === time && new Date(time).toISOString().startsWith(value as string);
}

/** Compares `YYYY-MM-DD` and `draft`, which sorts after every date (§9.1). */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  if (left === "draft") return 1;
  if (right === "draft") return -1;
  return left < right ? -1 : 1;
}
