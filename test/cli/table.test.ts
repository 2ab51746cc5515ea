import { describe, expect, it } from "vitest";
import { shortNames } from "../../src/text/short-names.js";
import { table } from "../../src/cli/table.js";
import { printable } from "../../src/text/line.js";

const LONG =
  "a sentence that goes on and on, about a thing that nobody would want to read in one line";

describe("a table", () => {
  it("aligns columns by what they take on a screen, and leaves none blank at the end", () => {
    const columns = [{ heading: "A" }, { heading: "B", align: "right" }, { heading: "C" }] as const;
    expect(
      table(columns, [
        ["日本", "1", "x"],
        ["a", "22", ""],
      ]),
    ).toEqual(["| A      B  C", "| 日本   1  x", "| a     22"]);
  });

  it("leaves out a column that says nothing", () => {
    expect(table([{ heading: "A" }, { heading: "B" }], [["a", ""]])).toEqual(["| A", "| a"]);
  });

  it("wraps the last column, below itself", () => {
    const lines = table([{ heading: "NAME" }, { heading: "WHY" }], [["x".repeat(30), LONG]]);
    expect(lines).toEqual([
      `| NAME${" ".repeat(28)}WHY`,
      `| ${"x".repeat(30)}  a sentence that goes on and on, about a thing that nobody would`,
      `| ${" ".repeat(32)}want to read in one line`,
    ]);
  });

  it("wraps another where that makes room, to a few lines", () => {
    const columns = [{ heading: "TYPE", wraps: true }, { heading: "AT" }];
    const [, ...lines] = table(columns, [[`${LONG} `.repeat(9).trim(), "y".repeat(60)]]);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^\| a sentence that goes .* {2}y{60}$/);
    expect(lines[5]).toMatch(/\.\.\.$/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("keeps a row on its line, whatever a name holds", () => {
    const evil = "a\nb\t\u001b[31m\u009b\u202e\u200b\u2028\ud800";
    expect(table([{ heading: "A" }], [[evil]])).toEqual([
      "| A",
      "| a\\u{a}b\\u{9}\\u{1b}[31m\\u{9b}\\u{202e}\\u{200b}\\u{2028}\\u{d800}",
    ]);
    expect(printable("plain ü 日本 🎁")).toBe("plain ü 日本 🎁");
  });
});

describe("short names", () => {
  it("are the shortest ends that no other name has", () => {
    const names = ["a.b.search", "a.c.search", "a.b.cart", "cart"];
    expect(names.map(shortNames(names))).toEqual(["b.search", "c.search", "b.cart", "cart"]);
  });

  it("leave a name that is not among them as it is", () => {
    expect(shortNames(["a.b"])("a.c")).toBe("a.c");
  });
});
