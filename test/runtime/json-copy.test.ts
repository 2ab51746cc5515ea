/** Copies of values in memory: what a database gives back after it has read JSON. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonCopy } from "../../src/runtime/storage/json-copy.js";

describe("a copy", () => {
  it("is what JSON gives back, of any value that JSON has", () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true }),
        (value) => {
          const text = JSON.stringify(value) as string | undefined;
          const { value: copy } = jsonCopy(value);
          expect(copy === undefined ? undefined : JSON.stringify(copy)).toBe(text);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [
      "a wrapped text",
      { a: Object("x") as unknown, b: Object(1) as unknown, c: Object(true) as unknown },
    ],
    ["a negative zero", { a: -0 }],
    ["numbers that JSON has not", [Number.NaN, Number.POSITIVE_INFINITY]],
    ["members that JSON has not", { a: undefined, b: () => 1, c: Symbol("c"), d: 1 }],
    [
      "an instance",
      Object.assign(
        new (class Point {
          x = 1;
        })(),
        { y: 2 },
      ),
    ],
    ["what writes itself", { a: { toJSON: (key: string) => `written as ${key}` } }],
  ])("is what JSON gives back, of %s", (_name, value) => {
    expect(jsonCopy(value).value).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it("has a member that is called __proto__, and no other prototype", () => {
    const value: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"a":1}');
    const copy = jsonCopy(value).value as Record<string, unknown>;
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(copy["isAdmin"]).toBeUndefined();
  });

  it("shares no object with what it was made of", () => {
    const value = { list: [{ a: 1 }] };
    const copy = jsonCopy(value).value as typeof value;
    value.list[0]!.a = 2;
    value.list.push({ a: 3 });
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  it("cannot be made of a bigint, or of what contains itself", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => jsonCopy({ a: 1n })).toThrow(TypeError);
    expect(() => jsonCopy(circle)).toThrow(RangeError);
  });

  it("counts two bytes for each character, and something for each value", () => {
    expect(jsonCopy({ name: "x".repeat(100) }).bytes).toBe(2 * 104 + 2 * 16);
  });
});
