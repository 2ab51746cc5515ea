import { describe, expect, it } from "vitest";
import { analyzePattern, isTriviallySafe } from "../../src/pattern-analysis/index.js";

describe("the examples in the README of the pattern analysis", () => {
  it("are true", () => {
    expect(isTriviallySafe("^[a-z]+$")).toBe(true);
    expect(analyzePattern("^[a-z]+$")).toEqual({ kind: "safe" });
    expect(analyzePattern("^(a+)+$")).toMatchObject({
      kind: "exponential",
      attack: `${"a".repeat(41)}!`,
    });
    expect(analyzePattern("a*a*a*$")).toMatchObject({ kind: "polynomial", degree: 4 });
    expect(analyzePattern("a*a*a*$", 100)).toEqual({ kind: "safe" });
    expect(analyzePattern("(a)\\1")).toEqual({
      kind: "unsupported",
      reason: "the backreference \\1",
    });
    expect(analyzePattern("(")).toEqual({ kind: "invalid", reason: "Unterminated group" });
  });
});
