/** True for the name of a released directory: a date of the calendar (§2.1). */

/** The directory that the next release is made of. */
export const DRAFT = "draft";

export function isReleaseDate(name: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(name)) return false;
  const date = new Date(`${name}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(name);
}
