import { readFileSync } from "node:fs";
import path from "node:path";
import { validator } from "@proto-gen/runtime/codegen/v1";
import { describe, expect, it } from "vitest";
import { Rating } from "../../generated/schemas/shopping/types/rating.js";
import { compareVerdicts } from "../support/peers/compare-verdicts.js";
import { schemaProblems } from "../support/peers/self-contained-schema.js";
import { repository } from "../support/published.js";

const object = { type: "object", properties: { id: { type: "string", format: "uri" } } };

describe("a tool's schema", () => {
  it("is in one piece", () => {
    expect(schemaProblems(object)).toEqual([]);
  });

  it.each([
    ["no object", { type: "string" }, "/type is not object"],
    ["no type", { properties: {} }, "/type is not object"],
    ["a reference", { ...object, items: { $ref: "#" } }, "/items/$ref refers elsewhere"],
    [
      "an unknown keyword",
      { ...object, proto_request: "omit" },
      ' strict mode: unknown keyword: "proto_request"',
    ],
    [
      "an unknown format",
      { type: "object", properties: { id: { format: "sku" } } },
      ' unknown format "sku" ignored in schema at path "#/properties/id"',
    ],
    [
      "a bad pattern",
      { type: "object", propertyNames: { pattern: "(" } },
      " Invalid regular expression: /(/u: Unterminated group",
    ],
  ])("has a problem with %s", (_, schema, problem) => {
    expect(schemaProblems(schema)).toEqual([problem]);
  });

  it("may have a member that is called $ref", () => {
    expect(schemaProblems({ type: "object", properties: { $ref: { const: "$ref" } } })).toEqual([]);
  });
});

describe("verdicts", () => {
  const file = path.join(repository, "schemas/2026-11-27/shopping/types/rating.json");
  const schema = JSON.parse(readFileSync(file, "utf8")) as object;
  const rating = { value: 4.5, scale_min: 1, scale_max: 5, count: 12 };

  it("agree where the validator is that of the schema", () => {
    const { accepted, rejected, differences } = compareVerdicts(schema, Rating, [rating]);
    expect(differences).toEqual([]);
    expect(accepted).toBeGreaterThan(1);
    expect(rejected).toBeGreaterThan(10);
  });

  it("differ where it accepts too much", () => {
    const { rejected, differences } = compareVerdicts(
      schema,
      validator(() => false),
      [rating],
    );
    expect(differences).toHaveLength(rejected);
  });
});
