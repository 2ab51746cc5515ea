/** Targets of overlays: JSONPath (RFC 9535) with bounds. */

import { describe, expect, it } from "vitest";
import { compilePath, PathError } from "../../../src/load/overlay/json-path.js";

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
    expect(compilePath(text).cost(100)).toBe(steps);
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

  it("is not tried on a text of any length", () => {
    const path = compilePath("$[?match(@.name, 'a*')]");
    expect(() => path.select([{ name: "a".repeat(10_001) }])).toThrow(/10000 characters/);
  });
});

describe("a path that selects nothing", () => {
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
