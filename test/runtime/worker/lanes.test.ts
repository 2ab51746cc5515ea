/** Changes of one order wait for each other in a process, and leave nothing behind. */

import { afterEach, expect, it, vi } from "vitest";
import { createLanes } from "../../../src/runtime/storage/update.js";

afterEach(() => vi.restoreAllMocks());

it("does work on one key in turn, also after a failure, and on others at once", async () => {
  const inTurn = createLanes();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === "a1") throw new Error(name);
  };
  const all = [inTurn("a", work("a1")), inTurn("a", work("a2")), inTurn("b", work("b1"))];
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(log.indexOf("a1 ends")).toBeLessThan(log.indexOf("a2 begins"));
  expect(log.indexOf("b1 begins")).toBeLessThan(log.indexOf("a1 ends"));
});

it("forgets a key once the last work on it has ended, and not before", async () => {
  const forgotten = vi.spyOn(Map.prototype, "delete");
  const times = () => forgotten.mock.calls.filter(([key]) => key === "order").length;
  const inTurn = createLanes();
  const first = inTurn("order", () => Promise.resolve());
  const second = inTurn("order", () => Promise.resolve());
  await first;
  expect(times()).toBe(0);
  await second;
  await vi.waitFor(() => expect(times()).toBe(1));
});
