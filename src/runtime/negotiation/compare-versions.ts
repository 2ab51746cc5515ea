/** Compares `YYYY-MM-DD` and `draft`, which sorts after every date (§9.1). */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  if (left === "draft") return 1;
  if (right === "draft") return -1;
  return left < right ? -1 : 1;
}
