/** Editing JSON at its places: the value changes, and no byte beside it. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertMember, replaceStrings } from "../../src/text/edit-json.js";
import { propertyOptions } from "../support/sizes.js";

describe("replaceStrings", () => {
  it("replaces members, items and the whole", () => {
    const text = '{ "a": "x", "b/c": ["y", "x"] }';
    expect(
      replaceStrings(text, [
        { pointer: "/b~1c/1", value: "z" },
        { pointer: "/a", value: "" },
      ]),
    ).toBe('{ "a": "", "b/c": ["y", "z"] }');
    expect(replaceStrings(' "x" ', [{ pointer: "", value: "\n" }])).toBe(' "\\n" ');
  });

  it("keeps the escapes of what does not change", () => {
    const edit = [{ pointer: "/a", value: "é/b/\u2028" }];
    expect(replaceStrings('{"a":"\\u00e9\\/a\\/\\u2028"}', edit)).toBe(
      '{"a":"\\u00e9\\/b\\/\\u2028"}',
    );
  });

  it("refuses a place where no string is", () => {
    expect(() => replaceStrings('{"a":1}', [{ pointer: "/a", value: "" }])).toThrow("no string");
  });

  it("changes one value of any document, however it is written", () => {
    const documents = fc.tuple(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom(0, 1, "\t"),
    );
    fc.assert(
      fc.property(documents, ([rest, before, after, indent]) => {
        const wanted = { ...rest, key: [rest, before] };
        const text = JSON.stringify(wanted, null, indent);
        const changed = replaceStrings(text, [{ pointer: "/key/1", value: after }]);
        const expected: unknown = JSON.parse(JSON.stringify({ ...wanted, key: [rest, after] }));
        expect(JSON.parse(changed)).toEqual(expected);
        expect(replaceStrings(text, [{ pointer: "/key/1", value: before }])).toBe(text);
      }),
      propertyOptions("JSON_EDITS", { quick: 60, full: 300 }),
    );
  });

  it("takes a document of megabytes with thousands of edits", () => {
    const all = Array.from({ length: 20_000 }, (_, index) => `${"x".repeat(100)}${index}`);
    const edits = all.map((_, index) => ({ pointer: `/${index}`, value: "y" }));
    expect(replaceStrings(JSON.stringify(all), edits)).toBe(JSON.stringify(all.map(() => "y")));
  });
});

describe("insertMember", () => {
  it.each([
    ["{}", undefined, '{"$id": "u"}'],
    ["{ }", undefined, '{"$id": "u" }'],
    ['{"a":1}', undefined, '{"$id": "u","a":1}'],
    ['{\n    "a": 1\n}', undefined, '{\n    "$id": "u",\n    "a": 1\n}'],
    ['{\n  "s": "}",\n  "a": 1\n}', "s", '{\n  "s": "}",\n  "$id": "u",\n  "a": 1\n}'],
    ['{ "a": 1, "s": "x" }', "s", '{ "a": 1, "s": "x", "$id": "u" }'],
  ])("into %j behind %j", (text, after, changed) => {
    expect(insertMember(text, { name: "$id", value: "u" }, after)).toBe(changed);
  });
});
