/** Days as `2026-11-20`, in UTC, so that a run gives the same result everywhere. */

const MILLISECONDS = 24 * 60 * 60 * 1000;

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function daysAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS));
}
