/**
 * What work costs in processor time, which does not depend on what else the machine does: a verdict by the clock fails
 * where the machine is busy. Machines differ all the same, so that a bound needs ten times what the work takes, and
 * more; what such a test looks for takes thousands of times as long, or does not end.
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

/** What the work gives, which may take so many milliseconds of processor time. */
export async function withinCpuTime<Value>(
  limit: number,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const { value, milliseconds } = await cpuTimeOf(work);
  expect(milliseconds, "milliseconds of processor time").toBeLessThan(limit);
  return value;
}
