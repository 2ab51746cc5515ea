/**
 * A bound on work where nothing can be counted: CPU time, which does not run while other processes have the core. A
 * core that is shared or slow needs more of it all the same, so the bound grows with what a fixed piece of work takes
 * in the same run. Leave a wide margin, and choose the input so that the wrong complexity is far beyond it.
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

/** What the peer takes where nothing else runs, once it is compiled. */
const PEER_MILLISECONDS = 6;

/** Allocates, hashes and compares, as the work of the tests does. */
function peer(): number {
  const entries = Array.from({ length: 8_000 }, (_, at) => ({ id: `e${(at * 7919) % 8_000}`, at }));
  const copied = JSON.parse(JSON.stringify(entries)) as typeof entries;
  const byId = new Map(copied.map((entry) => [entry.id, entry]));
  return [...byId.keys()].sort().filter((id) => byId.get(id)?.at === 0).length;
}

/** How many times slower this process is than an idle one: at least 1. */
async function slowness(): Promise<number> {
  peer();
  const { milliseconds } = await cpuTimeOf(peer);
  return Math.max(1, milliseconds / PEER_MILLISECONDS);
}

/**
 * What the work gives.
 *
 * @param limit milliseconds where nothing else runs
 */
export async function withinCpuTime<Value>(
  limit: number,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const slowBefore = await slowness();
  const { value, milliseconds } = await cpuTimeOf(work);
  const allowed = Math.round(limit * Math.max(slowBefore, await slowness()));
  const used = Math.round(milliseconds);
  expect(used, `${used} ms of CPU time, at most ${allowed}`).toBeLessThanOrEqual(allowed);
  return value;
}
