/** Comparisons whose sides are swapped: what went one way came the other way, also where a proof decides what is told. */

import { expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { unmirrored } from "../support/diff/mirror.js";
import { checkoutWith, compare } from "./memory-release.js";

const TEXT = { type: "string" };
const OPEN = {
  type: "object",
  additionalProperties: TEXT,
  allOf: [{ patternProperties: { "^x": {} } }],
};
const CLOSED = {
  ...OPEN,
  allOf: [{ patternProperties: { "^x": {} }, additionalProperties: false }],
};

/** Two schemas of one value, and the rules that find their difference. */
const PAIRS: Readonly<Record<string, readonly [JsonObject, JsonObject, ...string[]]>> = {
  "a member that a schema without values requires": [
    { type: "object", const: 3, properties: { a: TEXT }, required: ["a"] },
    { type: "object", const: 3, properties: { b: TEXT } },
    "property-added",
    "property-removed",
  ],
  "a member that went where no proof is found": [
    { ...OPEN, properties: { xa: TEXT } },
    { ...CLOSED, properties: {} },
    "property-removed",
    "values-narrowed",
  ],
  "a required member that went where no proof is found": [
    { ...OPEN, properties: { xa: TEXT }, required: ["xa"] },
    { ...CLOSED, properties: {} },
    "property-removed",
    "values-narrowed",
  ],
  "a hidden member where no proof is found": [
    { ...OPEN, properties: { xa: TEXT } },
    { ...CLOSED, properties: { xa: { ...TEXT, proto_response: "omit" } } },
    "values-narrowed",
    "visibility-changed",
  ],
};

it.each(Object.entries(PAIRS))("mirror %s", async (_, [before, after, ...rules]) => {
  const [one, other] = [checkoutWith(before), checkoutWith(after)];
  const { changes } = await compare(one, other);
  const { changes: swapped } = await compare(other, one);
  expect([...new Set(changes.map(({ rule }) => rule))].sort()).toEqual(rules);
  expect(unmirrored(changes, swapped)).toEqual([]);
});
