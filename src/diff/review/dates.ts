/** Days as `2026-11-20`, in UTC, so that a run gives the same result everywhere. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MILLISECONDS = 24 * 60 * 60 * 1000;

/** True for a day of the calendar. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // The parser rejects 2026-02-30, or turns it into a day in March.
  return !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function daysAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS));
}
