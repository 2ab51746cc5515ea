/** Templates of a new business: the lines whose conditions hold, and the imports that are left with a use. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fillSlots, renderTemplate, withoutUnusedImports } from "../../src/starter/render.js";
import { repository } from "../support/published.js";
import { pairwise } from "../support/starter/combinations.js";

const having =
  (...names: readonly string[]) =>
  (name: string): boolean =>
    names.includes(name);

describe("a template", () => {
  it.each([
    ["//: if a\nA\n//: else\nB\n//: end\nC", "A\nC"],
    ["//: if b\nA\n//: else\nB\n//: end\nC", "B\nC"],
    ["  //: if !a\nA\n  //: end\nC", "C"],
    ["//: if a\n//: if b\nA\n//: else\nB\n//: end\n//: end", "B"],
    ["//: if b\n//: if a\nA\n//: end\n//: else\nB\n//: end", "B"],
    ["<!--: if a -->\nA\n<!--: end -->", "A"],
    ["# : if a\nA", "# : if a\nA"],
  ])("keeps the lines whose conditions hold: %j", (text, kept) => {
    expect(renderTemplate(text, having("a"))).toBe(kept);
  });

  it("must end its conditions", () => {
    expect(() => renderTemplate("//: if a\nA", having("a"))).toThrow("does not end");
    expect(() => renderTemplate("A //: if a", having("a"))).toThrow("shares its line");
  });

  it("loses the names that it imports and does not use", () => {
    const module = [
      'import { a, type B, c as d } from "x";',
      'import type { E } from "./e.js";',
      'import f from "f";',
      "/** Of a, and of E. */",
      "  // Also of a.",
      "export const g: B = d(f);",
      "",
    ].join("\n");
    expect(withoutUnusedImports(module)).toBe(
      [
        'import { type B, c as d } from "x";',
        'import f from "f";',
        "/** Of a, and of E. */",
        "  // Also of a.",
        "export const g: B = d(f);",
        "",
      ].join("\n"),
    );
  });

  it("has code where its slots are", () => {
    const slots = { VALUE_OF: '"$& $VALUE"', VALUE: "1" };
    expect(fillSlots('f("$VALUE_OF", $VALUE, $VALUE_OF)', slots)).toBe(
      'f("$& $VALUE", 1, "$& $VALUE")',
    );
  });
});

describe("the templates", () => {
  const directory = path.join(repository, "templates/starter");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(ts|md)$/.test(file),
  );

  it.each(files)("ends its conditions: %s", (file) => {
    const text = readFileSync(path.join(directory, file), "utf8");
    for (const holds of [() => true, () => false])
      expect(() => renderTemplate(text, holds)).not.toThrow();
  });
});

describe("combinations", () => {
  it("have every pair that can be", () => {
    const choices = { a: ["1", "2", "3"], b: ["1", "2"], c: ["1", "2"] };
    const chosen = pairwise(choices, ({ a, b }) => a !== "3" || b !== "2");
    const pairs = new Set(
      chosen.flatMap(({ a, b, c }) => [`a${a}b${b}`, `a${a}c${c}`, `b${b}c${c}`]),
    );
    expect([...pairs].sort()).toEqual(
      ["a1b1", "a1b2", "a2b1", "a2b2", "a3b1", "a1c1", "a1c2", "a2c1", "a2c2", "a3c1", "a3c2"]
        .concat(["b1c1", "b1c2", "b2c1", "b2c2"])
        .sort(),
    );
    expect(chosen.length).toBeLessThan(9);
  });
});
