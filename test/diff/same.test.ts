/** Two releases that say the same in other words: nothing is said of them, but that a file has moved. */

import { describe, expect, it } from "vitest";
import { DIFF_CASES, diffCases, expectedOf, toldOf } from "../support/diff/cases.js";

const cases = diffCases(DIFF_CASES).filter(({ group }) => group === "same");

describe("nothing is to be said of", () => {
  it.each(cases)("$name", async (each) => {
    expect(await toldOf(each)).toEqual(expectedOf(each));
  });

  it("any of them but that something moved", () => {
    const rules = cases.flatMap(expectedOf).map(({ rule }) => rule);
    expect(cases.length).toBeGreaterThanOrEqual(11);
    expect([...new Set(rules)]).toEqual(["definition-moved"]);
  });
});
