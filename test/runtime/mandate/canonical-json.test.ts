/**
 * The canonical text of JSON (RFC 8785), against the vectors that its text has.
 * `JSON_SEED` brings a random failure back; `JSON_RUNS` makes it look longer.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/runtime/jose/merchant-authorization.js";
import { propertyOptions } from "../../support/sizes.js";

function textOf(value: unknown): string {
  return canonicalJson(value);
}

function doubleOf(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

/** Appendix B: the bits of a double, and its text. */
const NUMBERS: readonly (readonly [string, string])[] = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
];

/** §3.2.4: the bytes of the example of §3.2.2. */
const EXAMPLE_BYTES = `
  7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72
  75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
  5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31
  65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37
  5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30
  30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d`;

describe("the vectors of RFC 8785", () => {
  it.each(NUMBERS)("writes the number %s as %s (appendix B)", (bits, text) => {
    expect(textOf(doubleOf(bits))).toBe(text);
  });

  it.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])(
    "throws for %s, which is no number of JSON (appendix B)",
    (bits) => {
      expect(() => canonicalJson({ total: doubleOf(bits) })).toThrow();
    },
  );

  it("writes the example of §3.2.4 byte for byte", () => {
    const value: unknown = JSON.parse(
      String.raw`{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }`,
    );
    expect(Buffer.from(canonicalJson(value), "utf8").toString("hex")).toBe(
      EXAMPLE_BYTES.replaceAll(/\s/g, ""),
    );
  });

  it("sorts members by their UTF-16 code units (§3.2.3)", () => {
    const value: unknown = JSON.parse(
      String.raw`{
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis"
      }`,
    );
    expect([...textOf(value).matchAll(/:"([^"]*)"/g)].map(([, name]) => name)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });
});

describe("any JSON", () => {
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });

  it("is what its text is read as, and its text is that of what is read", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = textOf(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(textOf(JSON.parse(text))).toBe(text);
      }),
      propertyOptions("JSON", { quick: 100, full: 5_000 }),
    );
  });

  it("has one text, in whatever order its members come", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, each]) => [name, reversed(each)]),
      );
    };
    fc.assert(
      fc.property(json, (value) => textOf(reversed(value)) === textOf(value)),
      propertyOptions("JSON", { quick: 100, full: 5_000 }),
    );
  });
});

it.each<[string, unknown]>([
  ["a lone surrogate", { title: "\ud800" }],
  ["a lone surrogate in a name", { "\udc00": 1 }],
  ["nothing", undefined],
])("%s has no canonical text", (_, value) => {
  expect(() => canonicalJson(value)).toThrow();
});

it("leaves out members that are undefined, as what is sent does", () => {
  expect(textOf({ buyer: undefined, id: "c" })).toBe('{"id":"c"}');
});
