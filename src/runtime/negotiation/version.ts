/**
 * True for the date of a release, or `draft` for an unreleased version (§9.1).
 * @example
 * ```ts
 * import { isVersion } from "@proto-gen/runtime/negotiation";
 *
 * isVersion("2026-11-27"); // true
 * isVersion("draft"); // true
 * isVersion("1.0"); // false
 * ```
 */
export function isVersion(value: unknown): value is string {
  return value === "draft" || isReleaseDate(value);
}

/**
 * True for `YYYY-MM-DD` if the day exists. Kept short, because every client includes it.
 * @example
 * ```ts
 * import { isReleaseDate } from "@proto-gen/runtime/negotiation";
 *
 * isReleaseDate("2026-11-27"); // true
 * isReleaseDate("2026-02-30"); // false
 * isReleaseDate("draft"); // false
 * ```
 */
export function isReleaseDate(value: unknown): value is string {
  const time =
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN;
  // JavaScript parses 2026-02-30 as a day in March.
  return time === time && new Date(time).toISOString().startsWith(value as string);
}

/**
 * Compares `YYYY-MM-DD` and `draft`, which sorts after every date (§9.1). The result is for `Array.sort`.
 * @example
 * ```ts
 * import { compareVersions } from "@proto-gen/runtime/negotiation";
 *
 * ["draft", "2026-11-27", "2026-04-08"].sort(compareVersions); // ["2026-04-08", "2026-11-27", "draft"]
 * ```
 */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  if (left === "draft") return 1;
  if (right === "draft") return -1;
  return left < right ? -1 : 1;
}
