import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { jsonText } from "../../src/text/json-text.js";
import { propertyOptions } from "../support/sizes.js";

const long = "w".repeat(50);

async function formatted(text: string): Promise<string> {
  return format(text, { parser: "json", printWidth: 100 });
}

describe("jsonText", () => {
  it.each<[string, Json, string]>([
    ["an empty object and array", { a: {}, b: [] }, '{\n  "a": {},\n  "b": []\n}\n'],
    ["an array that fits", { a: ["x", 1, null] }, '{\n  "a": ["x", 1, null]\n}\n'],
    ["an array that does not fit", [long, long], `[\n  "${long}",\n  "${long}"\n]\n`],
    ["an array of objects", [{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]\n'],
    [
      "several arrays of several items",
      [
        [1, 2],
        [3, 4],
      ],
      "[\n  [1, 2],\n  [3, 4]\n]\n",
    ],
    ["a scalar", 1e21, "1e21\n"],
  ])("prints %s", (_, value, text) => {
    expect(jsonText(value)).toBe(text);
  });

  it("fills the lines of an array of numbers", async () => {
    const text = jsonText({ sizes: Array.from({ length: 80 }, (_, index) => index * 37 - 900) });
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeGreaterThan(90);
    expect(await formatted(text)).toBe(text);
  });

  it.each([0, 1])("counts the comma after an array (%i columns over)", async (over) => {
    // `  "a": ["..."],` is 12 columns besides the string.
    const text = jsonText({ a: ["x".repeat(88 + over)], b: 1 });
    expect(text.split("\n")).toHaveLength(over === 0 ? 5 : 7);
    expect(await formatted(text)).toBe(text);
  });

  it.each([45, 46])("counts %i wide characters as two columns each", async (number) => {
    const text = jsonText(["abcd", "한".repeat(number), "e\u0301"]);
    expect(await formatted(text)).toBe(text);
  });

  it("is what prettier prints, for any value", async () => {
    const scalar = fc.oneof(
      fc.constantFrom(null, true, false, 0, -0, 1.5, -1e21, 1e-7),
      fc.integer(),
      fc.string({ maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom("a", '"', "\\", "é", "한", "\u0301", "\n", "😀"),
        maxLength: 30,
      }),
    );
    const { value } = fc.letrec<{ value: Json; list: Json }>((tie) => ({
      list: fc.oneof(
        fc.array(fc.integer(), { maxLength: 40 }),
        fc.array(tie("value"), { maxLength: 6 }),
        fc.array(scalar, { maxLength: 12 }),
      ),
      value: fc.oneof(
        { depthSize: "medium", withCrossShrink: true },
        scalar,
        tie("list"),
        fc.dictionary(fc.string({ maxLength: 20 }), tie("value"), { maxKeys: 5 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (json) => {
        const text = jsonText(json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(json)));
        expect(await formatted(text)).toBe(text);
      }),
      propertyOptions("JSON_TEXT", { quick: 60, full: 300 }),
    );
  });
});
