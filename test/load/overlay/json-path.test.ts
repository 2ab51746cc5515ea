/** Targets of overlays: JSONPath (RFC 9535) with bounds. */

import { describe, expect, it } from "vitest";
import { compilePath } from "../../../src/load/overlay/json-path.js";
import { PathError } from "../../../src/load/overlay/path-functions.js";

describe("a path", () => {
  it("selects each place once, however many selectors do", () => {
    expect(compilePath("$['a', 'a', *]").select({ a: 1, b: 2 })).toEqual([["a"], ["b"]]);
  });

  it("selects the members of an object alone: nothing that it inherits", () => {
    for (const name of ["constructor", "__proto__", "toString"])
      expect(compilePath(`$['${name}']`).select({})).toEqual([]);
    expect(compilePath("$.a.length").select({ a: "text" })).toEqual([]);
  });

  it.each(["", "a", "$.", "$[", "$.a[?@.b = 1]", "$.a b", "$[?nothing(@)]", "$[?length(@)]"])(
    "that is none is refused: %j",
    (text) => expect(() => compilePath(text)).toThrow(PathError),
  );

  it("finds values 512 levels down", () => {
    let root: { a?: object } = { a: {} };
    for (let level = 2; level < 512; level++) root = { a: root };
    expect(compilePath("$..a").select(root as never)).toHaveLength(511);
  });

  it("selects every item of an array, however many there are", () => {
    const root = { items: Array.from({ length: 200_000 }, () => 0) };
    expect(compilePath("$.items[*]").select(root)).toHaveLength(200_000);
  });

  it("is refused where the paths of what it selects would fill the memory", () => {
    const root = { ["n".repeat(1000)]: Array.from({ length: 60_000 }, () => 0) };
    expect(() => compilePath("$.*[*]").select(root)).toThrow(/more than 50000000 characters/);
  });
});

describe("length()", () => {
  it("counts the characters of a text, the items of an array and the members of an object", () => {
    const root = ["💩", "é", "ab", [1], { a: 1 }, 1, null];
    expect(compilePath("$[?length(@) == 1]").select(root)).toEqual([[0], [1], [3], [4]]);
  });
});

describe("what a path may visit", () => {
  it.each([
    ["$.a.b.c", 3],
    ["$['a']['b, $..c']", 2],
    ["$.*", 100],
    ["$..a", 100],
    ["$..a..b", 10_000],
    ["$[?@.a == $.b]", 100],
    ["$.*[?@.a == $.b]", 100],
    ["$..[?@.a == $.b]", 10_000],
    ["$..[?count(@..*) > 1]", 10_000],
    ["$[*,*][*,*,*]", 600],
    ["$[?@.a == '..']", 100],
  ])("is counted: %s", (text, steps) => {
    expect(compilePath(text).cost({ values: 100, depth: 16 })).toBe(steps);
  });

  it("is more for each query in a filter", () => {
    const text = `$[?${Array.from({ length: 9 }, () => "@.a").join(" || ")}]`;
    expect(compilePath(text).cost({ values: 100, depth: 16 })).toBe(900);
  });

  it("is more in a document of many levels, and the more so for a path of many segments", () => {
    expect(compilePath("$..a").cost({ values: 100, depth: 64 })).toBe(1600);
    const long = compilePath(`$..a${".a".repeat(62)}`);
    expect(long.cost({ values: 100, depth: 64 })).toBe(6400);
    expect(long.cost({ values: 100, depth: 16 })).toBe(100);
  });
});

describe("a pattern in a path", () => {
  it("is run where that is safe", () => {
    const root = [{ name: "checkout" }, { name: "cart" }];
    expect(compilePath("$[?match(@.name, 'c.*t')]").select(root)).toEqual([[0], [1]]);
    expect(compilePath("$[?search(@.name, 'check')]").select(root)).toEqual([[0]]);
  });

  it("is refused where a text could make it run for ever, also one of the document", () => {
    const text = `${"a".repeat(40)}!`;
    const written = compilePath("$[?match(@.name, '(a+)+')]");
    expect(() => written.select([{ name: text }])).toThrow(/the pattern "\(a\+\)\+" is refused/);
    const own = compilePath("$[?search(@.name, @.pattern)]");
    expect(() => own.select([{ name: text, pattern: "(a+)+$" }])).toThrow(PathError);
  });

  it("has to match the whole text, also where it begins or ends with an anchor", () => {
    const root = ["a", "ac", "xb", "b"];
    expect(compilePath("$[?match(@, '^a|b')]").select(root)).toEqual([[0], [3]]);
    expect(compilePath("$[?match(@, 'b$')]").select(root)).toEqual([[3]]);
    expect(() => compilePath("$[?match(@, '^a)(c')]").select(root)).toThrow(/is refused/);
  });

  it("matches texts alone", () => {
    const root = [1, null, true, {}, ["1"], "1"];
    expect(compilePath("$[?match(@, '.*')]").select(root)).toEqual([[5]]);
    expect(compilePath("$[?search(@, '1')]").select(root)).toEqual([[5]]);
    expect(compilePath("$[?match('1', @)]").select(root)).toEqual([[5]]);
  });

  it("is refused where it is no I-Regexp, and would match nothing", () => {
    for (const name of ["match", "search"])
      expect(() => compilePath(`$[?!${name}(@, '\\\\d+')]`).select(["1"])).toThrow(
        /the pattern "\\\\d\+" is not an I-Regexp/,
      );
  });

  it("spends the square of the text's length", () => {
    let spent = 0;
    const root = { text: "a".repeat(10_000), items: [0, 0] };
    const path = compilePath("$.items[?search($.text, 'a*b')]");
    expect(path.select(root, (steps) => (spent += steps))).toEqual([]);
    expect(spent).toBe(2_000_000);
  });

  it("is not tried on a text of any length", () => {
    const path = compilePath("$[?match(@.name, 'a*')]");
    expect(() => path.select([{ name: "a".repeat(10_001) }])).toThrow(/10000 characters/);
  });
});

describe("a path that selects nothing", () => {
  it("is explained in little time, however many segments it has", () => {
    const wide = { items: Array.from({ length: 200_000 }, () => 0) };
    const started = performance.now();
    expect(compilePath(`$..x${".x".repeat(480)}`).explainNoMatch(wide).path).toBe("$");
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  const root = { paths: { "/carts": { get: { "it's": 1 } } } };

  it.each([
    ["$.paths['/cart'].get", "$['paths']", "$['paths']['/carts']['get']"],
    [
      "$.paths['/carts'].get.its",
      "$['paths']['/carts']['get']",
      "$['paths']['/carts']['get']['it\\'s']",
    ],
    ["$.nothing.at.all", "$", undefined],
    ["$.paths[?@.put].x", "$['paths']", undefined],
  ])("is explained by its beginning that does: %s", (text, path, suggestion) => {
    expect(compilePath(text).explainNoMatch(root)).toEqual({ path, suggestion });
    if (suggestion !== undefined) expect(compilePath(suggestion).select(root)).toHaveLength(1);
  });
});
