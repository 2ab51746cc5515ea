/** Levels of a project's own. */

import { describe, expect, it } from "vitest";
import { ROLES } from "../../src/diff/change.js";
import { applyLevels, levelProblem, type LevelChoice } from "../../src/diff/review/levels.js";
import { change, OPERATION_REMOVED, REQUIRED, VALUE_ADDED } from "./sample-comparison.js";

function overrides(rule: string, choice: LevelChoice): ReadonlyMap<string, LevelChoice> {
  return new Map([[rule, choice]]);
}

describe("a rule's level", () => {
  it("is that of the change for whom it was gravest, and no graver for anyone", () => {
    const { changes, off } = applyLevels(
      [OPERATION_REMOVED],
      overrides("operation-removed", "dangerous"),
      ROLES,
    );
    expect(changes).toMatchObject([
      { level: "dangerous", levels: { platform: "dangerous", business: "dangerous" } },
    ]);
    expect(off).toBe(0);
    const safe = applyLevels([OPERATION_REMOVED], overrides("operation-removed", "safe"), ROLES);
    expect(safe.changes).toMatchObject([
      { level: "safe", levels: { platform: "safe", business: "safe" } },
    ]);
  });

  it("may be graver, but stays safe for whom it was less grave", () => {
    const { changes } = applyLevels(
      [VALUE_ADDED],
      overrides("enum-value-added", "breaking"),
      ROLES,
    );
    expect(changes).toMatchObject([
      { level: "breaking", levels: { platform: "breaking", business: "safe" } },
    ]);
  });

  it("is for the role that was asked for", () => {
    const forBusiness = change({ level: "safe" });
    const { changes } = applyLevels([forBusiness], overrides("required-added", "dangerous"), [
      "business",
    ]);
    expect(changes).toMatchObject([
      { level: "dangerous", levels: { platform: "dangerous", business: "dangerous" } },
    ]);
  });

  it("leaves out what the rule finds where it is off, and nothing else", () => {
    const { changes, off } = applyLevels(
      [REQUIRED, VALUE_ADDED],
      overrides("required-added", "off"),
      ROLES,
    );
    expect(changes).toEqual([VALUE_ADDED]);
    expect(off).toBe(1);
  });

  it.each([
    [
      "required-aded",
      "safe",
      "required-aded is not a rule of diff",
      "did you mean required-added?",
    ],
    ["required-added", "braking", "braking is not a level", "did you mean breaking?"],
    ["required-added", "x", "x is not a level", "use one of breaking, dangerous, safe, off"],
    ["__proto__", "off", "__proto__ is not a rule of diff", undefined],
  ])("%s=%s is refused with what helps", (rule, choice, message, hint) => {
    expect(levelProblem(rule, choice, ["required-added"])).toEqual({ message, hint });
  });

  it("is accepted where both are known", () => {
    expect(levelProblem("required-added", "off", ["required-added"])).toBeUndefined();
  });
});
