/** Rules of other dialects and of other protocols, and the fix that each is given. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { earlierDialect } from "../../src/json-schema/earlier-dialect.js";
import { findForeignKeywords } from "../../src/json-schema/foreign-keywords.js";

const ANNOTATIONS = ["proto_request", "proto_response"];

describe("a keyword of another dialect", () => {
  it.each<[JsonObject, string]>([
    [{ type: "integer", nullable: true }, 'write "type": ["integer", "null"]'],
    [
      { type: ["integer", "string"], nullable: true },
      'write "type": ["integer", "string", "null"]',
    ],
    [{ $ref: "a.json", nullable: true }, 'write anyOf with the schema and { "type": "null" }'],
    [{ dependencies: { a: ["b"] } }, "write dependentRequired or dependentSchemas"],
    [{ items: true, additionalItems: false }, "write items beside prefixItems"],
    [{ $recursiveRef: "#" }, "write $dynamicRef"],
    [{ ucp_request: { create: "omit" } }, "did you mean proto_request?"],
    [{ acme_response: "omit" }, "did you mean proto_response?"],
  ])("%j is one", (schema, fix) => {
    expect(findForeignKeywords(schema, ANNOTATIONS).map((each) => each.fix)).toEqual([fix]);
  });

  it.each<[JsonObject]>([
    [{ nullable: false }],
    [{ dependencies: "none" }],
    [{ additionalItems: true }],
    [{ additionalItems: {} }],
    [{ http_request: "GET" }],
    [{ http_request: {} }],
    [{ ucp_request: "omit", proto_request: "omit" }],
    [{ proto_request: "omit" }],
    [{ "x-ucp_request": "omit" }],
  ])("%j is none", (schema) => {
    expect(findForeignKeywords(schema, ANNOTATIONS)).toEqual([]);
  });
});

describe("$schema", () => {
  it.each([
    ["http://json-schema.org/draft-07/schema#", "draft-07"],
    ["https://json-schema.org/draft-04/schema", "draft-04"],
    ["http://json-schema.org/schema#", "http://json-schema.org/schema#"],
    ["https://json-schema.org/draft/2020-12/schema", undefined],
    ["https://json-schema.org/draft/2019-09/schema", undefined],
    ["https://example.com/draft-07/schema", undefined],
  ])("%s is of the earlier draft %s", ($schema, draft) => {
    expect(earlierDialect({ $schema })).toBe(draft);
  });
});
