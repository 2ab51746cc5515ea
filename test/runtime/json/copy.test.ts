/** Copies of values in memory: what a database gives back after it has read JSON. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonCopy } from "../../../src/runtime/storage/json-copy.js";

const MANY = 1_000_000;

function copyOf(value: unknown): unknown {
  return jsonCopy(value, MANY)?.value;
}

describe("a copy", () => {
  it("is what JSON gives back, of any value that JSON has", () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true }),
        (value) => {
          const text = JSON.stringify(value) as string | undefined;
          const copy = copyOf(value);
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
    expect(copyOf(value)).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it("has a member that is called __proto__, and no other prototype", () => {
    const value: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"a":1}');
    const copy = copyOf(value) as Record<string, unknown>;
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(copy["isAdmin"]).toBeUndefined();
  });

  it("shares no object with what it was made of", () => {
    const value = { list: [{ a: 1 }] };
    const copy = copyOf(value) as typeof value;
    value.list[0]!.a = 2;
    value.list.push({ a: 3 });
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  it("cannot be made of a bigint, or of what contains itself", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => copyOf({ a: 1n })).toThrow(TypeError);
    expect(() => copyOf(circle)).toThrow(RangeError);
    expect(jsonCopy(circle, 64)).toBeUndefined();
  });

  it("is given up where it has more values than it may", () => {
    const value = { list: [1, { a: [] }] };
    expect(jsonCopy(value, 5)?.value).toEqual(value);
    expect(jsonCopy(value, 4)).toBeUndefined();
    expect(jsonCopy({ list: Array.from({ length: 1_000_000 }) }, 64)).toBeUndefined();
  });

  it("counts two bytes for each character, and something for each value", () => {
    expect(jsonCopy({ name: "x".repeat(100) }, 2)?.bytes).toBe(2 * 104 + 2 * 16);
  });
});
