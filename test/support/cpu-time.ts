/** A bound on work where nothing can be counted. */

import { expect } from "vitest";

/**
 * CPU time instead of a clock: it does not run while other processes have the core. Leave a wide margin, since a
 * machine may be ten times slower, and choose the input so that the wrong complexity is far beyond it.
 *
 * @param limit milliseconds
 */
export function expectCpuTime(what: string, limit: number, work: () => void): void {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  const used = Math.round((user + system) / 1_000);
  expect(used, `${what} took ${used} ms of CPU time, at most ${limit}`).toBeLessThanOrEqual(limit);
}
