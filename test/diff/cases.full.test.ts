/** For every rule of `diff` two releases that differ in it: everything that is said of them, and nothing else. */

import { describe, expect, it } from "vitest";
import { RULES } from "../../src/diff/rules.js";
import { DIFF_CASES, diffCases, expectedOf, groupsIn, toldOf } from "../support/diff/cases.js";

const NO_RULES: readonly string[] = ["published", "same"];

const cases = diffCases(DIFF_CASES).filter(({ group }) => !NO_RULES.includes(group));

describe("a case of", () => {
  it.each(cases)("$name", async (each) => {
    expect(await toldOf(each)).toEqual(expectedOf(each));
  });
});

describe("every rule", () => {
  it.each(RULES.map(({ id }) => id))("%s has a case of its own, which brings it", (id) => {
    const own = cases.filter(({ group }) => group === id);
    expect(own.length).toBeGreaterThan(0);
    for (const each of own) expect(expectedOf(each).map(({ rule }) => rule)).toContain(id);
  });

  it("is known by the name of its cases", () => {
    const ids = new Set<string>(RULES.map(({ id }) => id));
    const groups = groupsIn(DIFF_CASES).filter((group) => !NO_RULES.includes(group));
    expect(groups.filter((group) => !ids.has(group))).toEqual([]);
  });
});
