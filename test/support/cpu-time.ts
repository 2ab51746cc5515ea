/**
 * A bound on work where nothing can be counted: CPU time, which does not run while other processes have the core.
 * Leave a wide margin, since a machine may be ten times slower, and choose the input so that the wrong complexity
 * is far beyond it.
 */

import { expect } from "vitest";

export interface Cost<Value> {
  readonly value: Value;
  /** Of all threads of this process. */
  readonly milliseconds: number;
}

export async function cpuTimeOf<Value>(work: () => Value | Promise<Value>): Promise<Cost<Value>> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, milliseconds: (user + system) / 1000 };
}

/**
 * What the work gives.
 *
 * @param limit milliseconds
 */
export async function withinCpuTime<Value>(
  limit: number,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const { value, milliseconds } = await cpuTimeOf(work);
  const used = Math.round(milliseconds);
  expect(used, `${used} ms of CPU time, at most ${limit}`).toBeLessThanOrEqual(limit);
  return value;
}
