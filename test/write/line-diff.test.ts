import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineDiff } from "../../src/write/line-diff.js";
import { propertyOptions } from "../support/sizes.js";

const numbers = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);

function edited(changes: Readonly<Record<number, string | undefined>>): string {
  return numbers
    .flatMap((line, index) => (index + 1 in changes ? (changes[index + 1] ?? []) : line))
    .join("\n");
}

describe("lineDiff", () => {
  it("shows hunks with three lines of context, and joins near ones", () => {
    expect(
      lineDiff(numbers.join("\n"), edited({ 5: "five", 9: undefined, 25: "twenty-five" })),
    ).toBe(
      [
        "@@ -2,11 +2,10 @@",
        " line 2",
        " line 3",
        " line 4",
        "-line 5",
        "+five",
        " line 6",
        " line 7",
        " line 8",
        "-line 9",
        " line 10",
        " line 11",
        " line 12",
        "@@ -22,7 +21,7 @@",
        " line 22",
        " line 23",
        " line 24",
        "-line 25",
        "+twenty-five",
        " line 26",
        " line 27",
        " line 28",
        "",
      ].join("\n"),
    );
  });

  it("holds every line of both texts, in their order", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 25 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = lineDiff(before, after);
        if (before === after) expect(diff).toBe("");
        else expect(replay(before, diff)).toBe(after);
      }),
      propertyOptions("LINE_DIFFS", { quick: 100, full: 1000 }),
    );
  });

  it("is bounded for huge texts", () => {
    const huge = (mark: string): string =>
      Array.from({ length: 50_000 }, (_, index) => `${mark}${index}`).join("\n");
    const lines = lineDiff(huge("a"), huge("b")).split("\n");
    expect(lines).toHaveLength(62);
    expect(lines[60]).toBe("... 99941 more lines");
  });

  it("shortens long lines", () => {
    expect(
      Math.max(
        ...lineDiff("x".repeat(5000), "y".repeat(5000))
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThan(210);
  });
});

/** What applying the hunks to a text gives. */
function replay(before: string, diff: string): string {
  const source = before.split("\n");
  const result: string[] = [];
  let at = 0;
  for (const line of diff.trimEnd().split("\n")) {
    const hunk = /^@@ -(\d+),/.exec(line);
    if (hunk !== null) while (at < Number(hunk[1]) - 1) result.push(source[at++] as string);
    else if (line.startsWith("+")) result.push(line.slice(1));
    else {
      expect(line.slice(1)).toBe(source[at++]);
      if (line.startsWith(" ")) result.push(line.slice(1));
    }
  }
  return [...result, ...source.slice(at)].join("\n");
}
