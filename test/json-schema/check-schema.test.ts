/** Keywords with values of the wrong type: no later stage may meet one (JSON Schema 2020-12, meta-schema). */

import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { schemaProblem } from "../../src/json-schema/check-schema.js";
import {
  KEYWORDS,
  SCHEMA_ARRAY_KEYWORDS,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from "../../src/json-schema/keywords.js";

/** A value of each type. */
const VALUES: Readonly<Record<string, Json>> = {
  null: null,
  boolean: true,
  number: 1,
  string: "string",
  array: ["string"],
  object: { "x-a": {} },
};
const ANY = Object.keys(VALUES);
const NUMBERS = ["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"];
const COUNTS = ["Contains", "Items", "Length", "Properties"].flatMap((of) => [
  `min${of}`,
  `max${of}`,
]);
const STRINGS = [
  ...["$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema"],
  ...["contentEncoding", "contentMediaType", "description", "format", "pattern", "title"],
];
const each = (keywords: readonly string[], ...types: string[]): [string, string[]][] =>
  keywords.map((keyword) => [keyword, types]);

/** The types that the value of a keyword may have. */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...each(["const", "default"], ...ANY),
  ...each(["deprecated", "readOnly", "uniqueItems", "writeOnly"], "boolean"),
  ...each(["enum", "examples"], "array"),
  ...each([...NUMBERS, ...COUNTS], "number"),
  ...each(STRINGS, "string"),
  ...each(SCHEMA_KEYWORDS, "boolean", "object"),
  ...each(SCHEMA_ARRAY_KEYWORDS, "array"),
  ...each([...SCHEMA_MAP_KEYWORDS, "$vocabulary", "dependentRequired"], "object"),
  ...each(["type"], "string", "array"),
  // Some releases mark a member with `required: true`, which is data.
  ...each(["required"], "null", "boolean", "number", "array", "object"),
]);

const PAIRS = [...KEYWORDS].flatMap((keyword) => ANY.map((type) => [keyword, type] as const));

it("knows the types of every keyword", () => {
  expect([...TYPES.keys()].sort()).toEqual([...KEYWORDS].sort());
});

describe("schemaProblem", () => {
  it.each(PAIRS.filter(([keyword, type]) => TYPES.get(keyword)?.includes(type) === false))(
    "refuses %s with a value of type %s",
    (keyword, type) => {
      expect(schemaProblem({ [keyword]: VALUES[type] as Json })).toMatchObject({ keyword });
    },
  );

  it("refuses lists with items of the wrong type", () => {
    const wrong = SCHEMA_ARRAY_KEYWORDS.map((keyword) => ({ [keyword]: ["string"] }));
    const maps = SCHEMA_MAP_KEYWORDS.map((keyword) => ({ [keyword]: { a: "string" } }));
    const others = [{ type: [1] }, { required: [1] }, { dependentRequired: { a: [1] } }];
    for (const schema of [...wrong, ...maps, ...others, { $vocabulary: { a: 1 } }])
      expect(schemaProblem(schema), JSON.stringify(schema)).toBeDefined();
  });

  it.each(["", "1", "a b", "a/b", "#a", "é", "a\n"])("refuses %j as an anchor (§8.2.2)", (name) => {
    expect(schemaProblem({ $anchor: name })).toMatchObject({ keyword: "$anchor" });
    expect(schemaProblem({ $dynamicAnchor: name })).toMatchObject({ keyword: "$dynamicAnchor" });
  });

  it.each(["a", "_", "Node-1.b_c", "constructor", "__proto__"])(
    "accepts %j as an anchor",
    (name) => {
      expect(schemaProblem({ $anchor: name, $dynamicAnchor: name })).toBeUndefined();
    },
  );
});
