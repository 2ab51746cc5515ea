/** What checks read as: the shortest statements that say what a schema does, and names that a reader knows from it. */

import { describe, expect, it } from "vitest";
import type { Json } from "@proto-gen/runtime/json";
import { emitStandalone } from "../../src/emit/validators/standalone.js";
import { definitionOf } from "../support/exported.js";

const CASES: readonly (readonly [title: string, schema: Json, source: readonly string[]])[] = [
  [
    "a bare type",
    { type: "string" },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
    ],
  ],
  [
    "a type or null",
    { type: ["string", "null"] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return nullableStringStops(issues, "", value); }',
    ],
  ],
  [
    "several types",
    { type: ["string", "integer", "array"] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( typeof value !== "string" && !isInteger(value) && !isArray(value) && typeFailed(issues, "", value, "string or integer or array") ); }',
    ],
  ],
  [
    "several types with rules",
    { type: ["string", "number", "object"], minLength: 1, minimum: 0, required: ["a"] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (typeof value === "string") { if (value === "" && failed(issues, "", minLengthRule, 1)) return true; } else if (isNumber(value)) { if (value < 0 && failed(issues, "", minimumRule, 0)) return true; } else if (isObject(value)) { const object = members(value); if (object !== undefined && object["a"] === undefined && failed(issues, "/a", requiredRule)) return true; } else { if (typeFailed(issues, "", value, "string or number or object")) return true; } return false; }',
    ],
  ],
  [
    "rules without a type",
    { minLength: 1, minimum: 0, minItems: 1, minProperties: 1 },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (typeof value === "string" && value === "" && failed(issues, "", minLengthRule, 1)) return true; if (isNumber(value) && value < 0 && failed(issues, "", minimumRule, 0)) return true; if (isArray(value) && value.length < 1 && failed(issues, "", minItemsRule, 1)) return true; const object = members(value); return ( object !== undefined && names(object).length < 1 && failed(issues, "", minPropertiesRule, 1) ); }',
    ],
  ],
  [
    "a refused value",
    false,
    [
      '/** @internal */ export function valueStops(_value: unknown, issues?: Issues): boolean { return failed(issues, "", neverRule); }',
    ],
  ],
  [
    "any value",
    true,
    [
      "/** @internal */ export function valueStops(_value: unknown, _issues?: Issues): boolean { return false; }",
    ],
  ],
  [
    "three values",
    { enum: ["a", 1, null] },
    [
      'const valueValues: readonly unknown[] = ["a", 1, null];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return enumStops(issues, "", value, valueValues); }',
    ],
  ],
  [
    "four values",
    { enum: ["a", "b", "c", "d"] },
    [
      'const valueValues: readonly unknown[] = ["a", "b", "c", "d"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return enumStops(issues, "", value, valueValues); }',
    ],
  ],
  [
    "values of which one is an object",
    { enum: ["a", { b: 1 }] },
    [
      'const valueValues: readonly unknown[] = [ "a", { b: 1, }, ];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return !isOneOf(value, valueValues) && enumFailed(issues, "", value, valueValues); }',
    ],
  ],
  [
    "values of which some have the type",
    { type: "string", enum: ["a", 1] },
    [
      'const valueValues: readonly unknown[] = ["a"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return enumStops(issues, "", value, valueValues); }',
    ],
  ],
  [
    "no values",
    { enum: [] },
    [
      "const valueValues: readonly unknown[] = [];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return enumFailed(issues, "", value, valueValues); }',
    ],
  ],
  [
    "values with a rule",
    { enum: ["a", "bb"], minLength: 2 },
    [
      'const valueValues: readonly unknown[] = ["a", "bb"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( (value !== "a" && value !== "bb" && enumFailed(issues, "", value, valueValues)) || (typeof value === "string" && lengthOf(value) < 2 && failed(issues, "", minLengthRule, 2)) ); }',
    ],
  ],
  [
    "members that are needed",
    {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string" }, c: { type: "integer" } },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( stringStops(issues, "/a", object["a"]) || (object["b"] === undefined && failed(issues, "/b", requiredRule)) || optionalIntegerStops(issues, "/c", object["c"]) ); }',
    ],
  ],
  [
    "a needed member of which nothing is known",
    { type: "object", required: ["a"] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return object["a"] === undefined && failed(issues, "/a", requiredRule); }',
    ],
  ],
  [
    "members with several rules",
    {
      type: "object",
      required: ["b"],
      properties: {
        a: { type: "string", minLength: 1, maxLength: 5 },
        b: { type: "number", exclusiveMinimum: 0, multipleOf: 2 },
      },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const b = object["b"]; if (!isNumber(b)) { if (typeFailed(issues, "/b", b, "number")) return true; } else { if (b <= 0 && failed(issues, "/b", exclusiveMinimumRule, 0)) return true; if (!isMultiple(b, 2) && failed(issues, "/b", multipleOfRule, 2)) return true; } const a = object["a"]; if (a !== undefined) { if (typeof a !== "string") { if (typeFailed(issues, "/a", a, "string")) return true; } else { if (a === "" && failed(issues, "/a", minLengthRule, 1)) return true; if (a.length > 5 && lengthOf(a) > 5 && failed(issues, "/a", maxLengthRule, 5)) return true; } } return false; }',
    ],
  ],
  [
    "a needed member that is an object with rules",
    { type: "object", required: ["a"], properties: { a: { minProperties: 1, maxProperties: 2 } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const a = object["a"]; if (a === undefined) { if (failed(issues, "/a", requiredRule)) return true; } else { const aMembers = members(a); if (aMembers !== undefined) { if (names(aMembers).length < 1 && failed(issues, "/a", minPropertiesRule, 1)) return true; if (names(aMembers).length > 2 && failed(issues, "/a", maxPropertiesRule, 2)) return true; } } return false; }',
    ],
  ],
  [
    "members of each short form",
    {
      type: "object",
      required: ["a", "c", "e", "g", "i"],
      properties: {
        a: { type: "boolean" },
        b: { type: "boolean" },
        c: { type: "object" },
        d: { type: "object" },
        e: { type: "integer", minimum: 0 },
        f: { type: "integer", minimum: 0 },
        g: { type: "string", pattern: "^a" },
        h: { type: "string", pattern: "^a" },
        i: { type: "string", format: "date" },
        j: { type: "string", format: "date" },
      },
    },
    [
      "const gPattern = /^a/u;",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( booleanStops(issues, "/a", object["a"]) || objectStops(issues, "/c", object["c"]) || integerStops(issues, "/e", object["e"], 0) || patternStops(issues, "/g", object["g"], gPattern) || formatStops(issues, "/i", object["i"], "date", isDate) || optionalBooleanStops(issues, "/b", object["b"]) || optionalObjectStops(issues, "/d", object["d"]) || optionalIntegerStops(issues, "/f", object["f"], 0) || optionalPatternStops(issues, "/h", object["h"], gPattern) || optionalFormatStops(issues, "/j", object["j"], "date", isDate) ); }',
    ],
  ],
  [
    "members of each list",
    {
      type: "object",
      required: ["a", "c"],
      properties: {
        a: { type: "array", items: { type: "string" } },
        b: { type: "array", items: { type: "string" } },
        c: { type: "array", items: { enum: ["a"] } },
        d: { type: "array", items: { type: "object", required: ["e"] }, minItems: 1 },
      },
    },
    [
      'const valueValues: readonly unknown[] = ["a"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (itemsStop(issues, "/a", stringItemStops, object["a"])) return true; if (itemsStop(issues, "/c", valueCItemStops, object["c"])) return true; if (optionalItemsStop(issues, "/b", stringItemStops, object["b"])) return true; const d = object["d"]; if (d !== undefined) { if (!isArray(d)) { if (typeFailed(issues, "/d", d, "array")) return true; } else { if (d.length < 1 && failed(issues, "/d", minItemsRule, 1)) return true; if (itemsStop(issues, "/d", valueDItemStops, d)) return true; } } return false; }',
      'function valueCItemStops(value: unknown, issues?: Issues): boolean { return enumStops(issues, "", value, valueValues); }',
      'function valueDItemStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return object["e"] === undefined && failed(issues, "/e", requiredRule); }',
    ],
  ],
  [
    "members of each map",
    {
      type: "object",
      required: ["a"],
      properties: {
        a: { type: "object", additionalProperties: { type: "string" } },
        b: {
          type: "object",
          additionalProperties: { type: "string" },
          propertyNames: { pattern: "^x" },
        },
        c: { type: "object", additionalProperties: true },
      },
    },
    [
      "const valuePattern = /^x/u;",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( mapStops(issues, "/a", object["a"], valueAEntryStops) || optionalMapStops(issues, "/b", object["b"], valueBEntryStops, valueBNameStops) || optionalObjectStops(issues, "/c", object["c"]) ); }',
      'function valueAEntryStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
      'function valueBEntryStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
      'function valueBNameStops(value: unknown, issues?: Issues): boolean { return ( typeof value === "string" && !valuePattern.test(value) && failed(issues, "", patternRule, valuePattern.source) ); }',
    ],
  ],
  [
    "members of values",
    {
      type: "object",
      required: ["a"],
      properties: {
        a: { enum: ["x", "y"] },
        b: { const: 1 },
        c: { enum: [[1]] },
        d: { type: ["string", "null"] },
      },
    },
    [
      'const aValues: readonly unknown[] = ["x", "y"];',
      "const bValues: readonly unknown[] = [1];",
      "const cValues: readonly unknown[] = [[1]];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (enumStops(issues, "/a", object["a"], aValues)) return true; if (optionalEnumStops(issues, "/b", object["b"], bValues)) return true; const c = object["c"]; return ( (c !== undefined && !isOneOf(c, cValues) && enumFailed(issues, "/c", c, cValues)) || optionalNullableStringStops(issues, "/d", object["d"]) ); }',
    ],
  ],
  [
    "names that could hide others",
    {
      type: "object",
      properties: {
        value: { minLength: 1, maxLength: 2 },
        issues: { minLength: 1, maxLength: 2 },
        aStops: { minLength: 1, maxLength: 2 },
        listValues: { minLength: 1, maxLength: 2 },
        itemsPattern12: { minLength: 1, maxLength: 2 },
      },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const valueMember = object["value"]; if (valueMember !== undefined) { if (typeof valueMember === "string") { if (valueMember === "" && failed(issues, "/value", minLengthRule, 1)) return true; if ( valueMember.length > 2 && lengthOf(valueMember) > 2 && failed(issues, "/value", maxLengthRule, 2) ) return true; } } const issuesMember = object["issues"]; if (issuesMember !== undefined) { if (typeof issuesMember === "string") { if (issuesMember === "" && failed(issues, "/issues", minLengthRule, 1)) return true; if ( issuesMember.length > 2 && lengthOf(issuesMember) > 2 && failed(issues, "/issues", maxLengthRule, 2) ) return true; } } const aStops = object["aStops"]; if (aStops !== undefined) { if (typeof aStops === "string") { if (aStops === "" && failed(issues, "/aStops", minLengthRule, 1)) return true; if (aStops.length > 2 && lengthOf(aStops) > 2 && failed(issues, "/aStops", maxLengthRule, 2)) return true; } } const listValuesMember = object["listValues"]; if (listValuesMember !== undefined) { if (typeof listValuesMember === "string") { if (listValuesMember === "" && failed(issues, "/listValues", minLengthRule, 1)) return true; if ( listValuesMember.length > 2 && lengthOf(listValuesMember) > 2 && failed(issues, "/listValues", maxLengthRule, 2) ) return true; } } const itemsPattern12Member = object["itemsPattern12"]; if (itemsPattern12Member !== undefined) { if (typeof itemsPattern12Member === "string") { if (itemsPattern12Member === "" && failed(issues, "/itemsPattern12", minLengthRule, 1)) return true; if ( itemsPattern12Member.length > 2 && lengthOf(itemsPattern12Member) > 2 && failed(issues, "/itemsPattern12", maxLengthRule, 2) ) return true; } } return false; }',
    ],
  ],
  [
    "names that every object inherits",
    { type: "object", required: ["toString"], properties: { constructor: { type: "string" } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( (member(object, "toString") === undefined && failed(issues, "/toString", requiredRule)) || optionalStringStops(issues, "/constructor", member(object, "constructor")) ); }',
    ],
  ],
  [
    "names that are no identifiers",
    { type: "object", properties: { "a-b": { type: "string" }, "c/d~e": { type: "string" } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( optionalStringStops(issues, "/a-b", object["a-b"]) || optionalStringStops(issues, "/c~1d~0e", object["c/d~e"]) ); }',
    ],
  ],
  [
    "a closed object",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (optionalStringStops(issues, "/a", object["a"])) return true; for (const key of names(object)) { switch (key) { case "a": break; default: { if (failed(issues, below("", key), additionalPropertiesRule)) return true; } } } return false; }',
    ],
  ],
  [
    "a closed object with patterns",
    {
      type: "object",
      properties: { a: { type: "string" } },
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: false,
    },
    [
      "const valuePattern = /^x-/u;",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (optionalStringStops(issues, "/a", object["a"])) return true; for (const key of names(object)) { if (valuePattern.test(key)) { const memberMember = object[key]; if ( typeof memberMember !== "string" && typeFailed(issues, below("", key), memberMember, "string") ) return true; } switch (key) { case "a": break; default: { if (!valuePattern.test(key) && failed(issues, below("", key), additionalPropertiesRule)) return true; } } } return false; }',
    ],
  ],
  [
    "a map beside a member",
    {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: { type: "integer" },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (optionalStringStops(issues, "/a", object["a"])) return true; for (const key of names(object)) { switch (key) { case "a": break; default: { const memberMember = object[key]; if (!isInteger(memberMember) && typeFailed(issues, below("", key), memberMember, "integer")) return true; } } } return false; }',
    ],
  ],
  [
    "a map",
    { type: "object", additionalProperties: { type: "integer" } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return mapStops(issues, "", value, valueEntryStops); }',
      'function valueEntryStops(value: unknown, issues?: Issues): boolean { return integerStops(issues, "", value); }',
    ],
  ],
  [
    "names with a rule",
    { type: "object", propertyNames: { maxLength: 3 } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); for (const key of names(object)) { if (valueNameStops(key) && failed(issues, below("", key), propertyNamesRule)) return true; } return false; }',
      'function valueNameStops(value: unknown, issues?: Issues): boolean { return ( typeof value === "string" && value.length > 3 && lengthOf(value) > 3 && failed(issues, "", maxLengthRule, 3) ); }',
    ],
  ],
  [
    "members that depend on others",
    {
      type: "object",
      dependentRequired: { a: ["b", "c"] },
      dependentSchemas: { d: { required: ["e"] } },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (object["a"] !== undefined) { if (object["b"] === undefined && failed(issues, "/b", dependentRequiredRule, "a")) return true; if (object["c"] === undefined && failed(issues, "/c", dependentRequiredRule, "a")) return true; } return ( object["d"] !== undefined && object["e"] === undefined && failed(issues, "/e", requiredRule) ); }',
    ],
  ],
  [
    "a list",
    { type: "array", items: { type: "string" } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return itemsStop(issues, "", stringItemStops, value); }',
    ],
  ],
  [
    "a list with rules of its items",
    { type: "array", items: { type: "string", minLength: 1 }, uniqueItems: true, maxItems: 3 },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (!isArray(value)) return typeFailed(issues, "", value, "array"); if (value.length > 3 && failed(issues, "", maxItemsRule, 3)) return true; for (let index = 0; index < value.length; index++) { const item = value[index]; if (typeof item !== "string") { if (typeFailed(issues, `/${index}`, item, "string")) return true; } else if (item === "") { if (failed(issues, `/${index}`, minLengthRule, 1)) return true; } } return !isUnique(value) && failed(issues, "", uniqueItemsRule); }',
    ],
  ],
  [
    "a list of lists",
    { type: "array", items: { type: "array", items: { type: "integer" } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return itemsStop(issues, "", valueItemStops, value); }',
      'function valueItemItemStops(value: unknown, issues?: Issues): boolean { return integerStops(issues, "", value); }',
      'function valueItemStops(value: unknown, issues?: Issues): boolean { return itemsStop(issues, "", valueItemItemStops, value); }',
    ],
  ],
  [
    "a tuple",
    { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (!isArray(value)) return typeFailed(issues, "", value, "array"); if (value.length > 0) { const item = value[0]; if (stringStops(issues, "/0", item)) return true; } if (value.length > 1) { const item = value[1]; if (integerStops(issues, "/1", item)) return true; } for (let index = 2; index < value.length; index++) { if (failed(issues, `/${index}`, neverRule)) return true; } return false; }',
    ],
  ],
  [
    "a tuple with a rest",
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (!isArray(value)) return typeFailed(issues, "", value, "array"); if (value.length > 0) { const item = value[0]; if (stringStops(issues, "/0", item)) return true; } for (let index = 1; index < value.length; index++) { const item = value[index]; if (!isInteger(item) && typeFailed(issues, `/${index}`, item, "integer")) return true; } return false; }',
    ],
  ],
  [
    "a list that contains",
    { type: "array", contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      "const valueValues: readonly unknown[] = [1];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (!isArray(value)) return typeFailed(issues, "", value, "array"); return !containsMatching(value, valueContainsStops, 2, 3) && failed(issues, "", containsRule); }',
      'function valueContainsStops(value: unknown, issues?: Issues): boolean { return enumStops(issues, "", value, valueValues); }',
    ],
  ],
  [
    "any of several types",
    { anyOf: [{ type: "string" }, { type: "integer" }] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( typeof value !== "string" && !isInteger(value) && typeFailed(issues, "", value, "string or integer") ); }',
    ],
  ],
  [
    "any of values or a string",
    { anyOf: [{ enum: ["a", "b"] }, { type: "string" }] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
    ],
  ],
  [
    "any of objects",
    { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    [
      "const valueBranches = [valueFirstStops, valueSecondStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( valueFirstStops(value) && valueSecondStops(value) && unionFailed(issues, "", anyOfRule, value, valueBranches) ); }',
      'function valueFirstStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["a"] === undefined && failed(issues, "/a", requiredRule); }',
      'function valueSecondStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["b"] === undefined && failed(issues, "/b", requiredRule); }',
    ],
  ],
  [
    "one of objects",
    { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    [
      "const valueBranches = [valueFirstStops, valueSecondStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( !matchesOne(value, valueBranches) && unionFailed(issues, "", oneOfRule, value, valueBranches) ); }',
      'function valueFirstStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["a"] === undefined && failed(issues, "/a", requiredRule); }',
      'function valueSecondStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["b"] === undefined && failed(issues, "/b", requiredRule); }',
    ],
  ],
  [
    "one of tagged objects",
    {
      oneOf: [
        {
          type: "object",
          required: ["kind"],
          properties: { kind: { const: "a" }, b: { type: "string" } },
        },
        { type: "object", required: ["kind"], properties: { kind: { const: "c" } } },
      ],
    },
    [
      'const valueTags: readonly unknown[] = ["a", "c"];',
      'const kindValues: readonly unknown[] = ["a"];',
      'const valueKindValues: readonly unknown[] = ["c"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); switch (object["kind"]) { case "a": if (valueAStops(value, issues)) return true; break; case "c": if (valueCStops(value, issues)) return true; break; default: if (enumFailed(issues, "/kind", object["kind"], valueTags)) return true; } return false; }',
      'function valueAStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( enumStops(issues, "/kind", object["kind"], kindValues) || optionalStringStops(issues, "/b", object["b"]) ); }',
      'function valueCStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return enumStops(issues, "/kind", object["kind"], valueKindValues); }',
    ],
  ],
  [
    "one branch",
    { type: "object", anyOf: [{ required: ["a"] }] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const object2 = members(value); return object2 !== undefined && object2["a"] === undefined && failed(issues, "/a", requiredRule); }',
    ],
  ],
  [
    "a reference to itself",
    {
      type: "object",
      properties: { next: { $ref: "#" }, all: { type: "array", items: { $ref: "#" } } },
    },
    [
      "/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return checkNested(freshValueStops, value, issues); }",
      'function freshValueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return ( optionalMemberStops(issues, "/next", valueStops, object["next"]) || optionalItemsStop(issues, "/all", valueStops, object["all"]) ); }',
    ],
  ],
  [
    "a condition",
    {
      type: "object",
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { required: ["b"] },
      else: { properties: { c: { type: "string", minLength: 1 } } },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (object["a"] === 1) { if (object["b"] === undefined && failed(issues, "/b", requiredRule)) return true; } else { const c = object["c"]; if (c !== undefined) { if (typeof c !== "string") { if (typeFailed(issues, "/c", c, "string")) return true; } else if (c === "") { if (failed(issues, "/c", minLengthRule, 1)) return true; } } } return false; }',
    ],
  ],
  [
    "a condition without a type",
    { if: { minLength: 2 }, then: { maxLength: 3 }, else: { minItems: 1 } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (!valueIfStops(value)) { if ( typeof value === "string" && value.length > 3 && lengthOf(value) > 3 && failed(issues, "", maxLengthRule, 3) ) return true; } else if (isArray(value) && value.length < 1) { if (failed(issues, "", minItemsRule, 1)) return true; } return false; }',
      'function valueIfStops(value: unknown, issues?: Issues): boolean { return typeof value === "string" && lengthOf(value) < 2 && failed(issues, "", minLengthRule, 2); }',
    ],
  ],
  [
    "a condition that demands nothing",
    { type: "object", if: { required: ["a"] } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return !isObject(value) && typeFailed(issues, "", value, "object"); }',
    ],
  ],
  [
    "a refused form",
    { type: "object", not: { required: ["a"], properties: { a: { type: ["string", "null"] } } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return !valueNotStops(value) && failed(issues, "", notRule); }',
      'function valueNotStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && nullableStringStops(issues, "/a", object["a"]); }',
    ],
  ],
  [
    "what nothing evaluates",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ required: ["b"], properties: { b: true } }, { patternProperties: { "^x": true } }],
      unevaluatedProperties: false,
    },
    [
      "const valuePattern = /^x/u;",
      "const valueBranches = [valueFirstStops, valueSecondStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); if (optionalStringStops(issues, "/a", object["a"])) return true; const seenMember = evaluated(); markValueProperties(value, seenMember); for (const key of names(object)) { if (!isEvaluated(seenMember, key) && failed(issues, below("", key), unevaluatedPropertiesRule)) return true; } return ( valueFirstStops(value) && valueSecondStops(value) && unionFailed(issues, "", anyOfRule, value, valueBranches) ); }',
      'function valueFirstStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["b"] === undefined && failed(issues, "/b", requiredRule); }',
      'function markValueProperties2(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["b"]); }',
      "function valueSecondStops(_value: unknown, _issues?: Issues): boolean { return false; }",
      "function markValueProperties3(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; for (const key of names(value)) { if (valuePattern.test(key)) { markEvaluated(seen, [key]); } } }",
      'function markValueProperties(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["a"]); if (!valueFirstStops(value)) { markValueProperties2(value, seen); } if (!valueSecondStops(value)) { markValueProperties3(value, seen); } }',
    ],
  ],
  [
    "what nothing evaluates in a list",
    {
      type: "array",
      prefixItems: [{ type: "string" }],
      contains: { type: "integer" },
      unevaluatedItems: false,
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (!isArray(value)) return typeFailed(issues, "", value, "array"); if (value.length > 0) { const item = value[0]; if (stringStops(issues, "/0", item)) return true; } if (!containsMatching(value, valueContainsStops, 1) && failed(issues, "", containsRule)) return true; const seenMember = evaluated(); markValueItems(value, seenMember); for (let index = 0; index < value.length; index++) { if (!isEvaluated(seenMember, index) && failed(issues, `/${index}`, unevaluatedItemsRule)) return true; } return false; }',
      'function valueContainsStops(value: unknown, issues?: Issues): boolean { return integerStops(issues, "", value); }',
      "function markValueItems(value: unknown, seen: Evaluated): void { if (!isArray(value)) return; markEvaluated(seen, [0]); markMatching(seen, value, valueContainsStops); }",
    ],
  ],
  [
    "what a reference evaluates",
    {
      $ref: "#/$defs/part",
      unevaluatedProperties: false,
      $defs: { part: { type: "object", properties: { a: true } } },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const seenMember = evaluated(); markValueProperties(value, seenMember); for (const key of names(object)) { if (!isEvaluated(seenMember, key) && failed(issues, below("", key), unevaluatedPropertiesRule)) return true; } return false; }',
      'function markValueProperties(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["a"]); }',
    ],
  ],
  [
    "formats and patterns",
    { type: "string", format: "email", pattern: "^a", minLength: 1 },
    [
      "const valuePattern = /^a/u;",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (typeof value !== "string") return typeFailed(issues, "", value, "string"); return ( (value === "" && failed(issues, "", minLengthRule, 1)) || (!valuePattern.test(value) && failed(issues, "", patternRule, valuePattern.source)) || (!isEmail(value) && failed(issues, "", formatRule, "email")) ); }',
    ],
  ],
  [
    "two patterns",
    { type: "string", allOf: [{ pattern: "^a" }, { pattern: "b$" }] },
    [
      "const valuePattern = /^a/u;",
      "const valueValuePattern = /b$/u;",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { if (typeof value !== "string") return typeFailed(issues, "", value, "string"); return ( (!valuePattern.test(value) && failed(issues, "", patternRule, valuePattern.source)) || (!valueValuePattern.test(value) && failed(issues, "", patternRule, valueValuePattern.source)) ); }',
    ],
  ],
  [
    "a contradiction of a member and its name",
    {
      type: "object",
      properties: {
        item: {
          type: "object",
          required: ["item"],
          properties: { item: { enum: ["a", "b", "c", "d"] } },
        },
      },
    },
    [
      'const valueValues: readonly unknown[] = ["a", "b", "c", "d"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return optionalMemberStops(issues, "/item", valueItemStops, object["item"]); }',
      'function valueItemStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return enumStops(issues, "/item", object["item"], valueValues); }',
    ],
  ],
  [
    "four values with a rule",
    { enum: ["a", "bb", "cc", "dd"], minLength: 2 },
    [
      'const valueValues: readonly unknown[] = ["a", "bb", "cc", "dd"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( (!valueValues.includes(value) && enumFailed(issues, "", value, valueValues)) || (typeof value === "string" && lengthOf(value) < 2 && failed(issues, "", minLengthRule, 2)) ); }',
    ],
  ],
  [
    "a member that says nothing",
    { type: "object", properties: { a: {}, b: { description: "Any." } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return !isObject(value) && typeFailed(issues, "", value, "object"); }',
    ],
  ],
  [
    "a needed member with several rules of no type",
    { type: "object", required: ["a"], properties: { a: { minLength: 1, minimum: 2 } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const a = object["a"]; if (a === undefined) { if (failed(issues, "/a", requiredRule)) return true; } else { if (typeof a === "string" && a === "" && failed(issues, "/a", minLengthRule, 1)) return true; if (isNumber(a) && a < 2 && failed(issues, "/a", minimumRule, 2)) return true; } return false; }',
    ],
  ],
  [
    "one of a type and a part of it",
    { oneOf: [{ type: "string" }, { type: "string", minLength: 2 }] },
    [
      "const valueBranches = [valueFirstStops, valueSecondStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( !matchesOne(value, valueBranches) && unionFailed(issues, "", oneOfRule, value, valueBranches) ); }',
      'function valueFirstStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
      'function valueSecondStops(value: unknown, issues?: Issues): boolean { if (typeof value !== "string") return typeFailed(issues, "", value, "string"); return lengthOf(value) < 2 && failed(issues, "", minLengthRule, 2); }',
    ],
  ],
  [
    "one of the same type twice",
    { oneOf: [{ type: "string" }, { type: "string" }] },
    [
      "const valueBranches = [valueFirstStops, valueSecondStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( !matchesOne(value, valueBranches) && unionFailed(issues, "", oneOfRule, value, valueBranches) ); }',
      'function valueFirstStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
      'function valueSecondStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
    ],
  ],
  [
    "one of several types",
    { oneOf: [{ type: "string" }, { type: "array" }, { type: "null" }] },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( typeof value !== "string" && !isArray(value) && value !== null && typeFailed(issues, "", value, "string or array or null") ); }',
    ],
  ],
  [
    "any of the same type, and another",
    {
      anyOf: [
        { type: "string" },
        { type: "integer" },
        { type: "string" },
        { type: "array", minItems: 1 },
      ],
    },
    [
      "const valueBranches = [valueStringStops, valueIntegerStops, valueArrayStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( valueStringStops(value) && valueIntegerStops(value) && valueArrayStops(value) && unionFailed(issues, "", anyOfRule, value, valueBranches) ); }',
      'function valueStringStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
      'function valueIntegerStops(value: unknown, issues?: Issues): boolean { return integerStops(issues, "", value); }',
      'function valueArrayStops(value: unknown, issues?: Issues): boolean { if (!isArray(value)) return typeFailed(issues, "", value, "array"); return value.length < 1 && failed(issues, "", minItemsRule, 1); }',
    ],
  ],
  [
    "any of a type and its values",
    { anyOf: [{ enum: [1] }, { type: "integer" }, { type: "object", required: ["a"] }] },
    [
      "const valueBranches = [valueIntegerStops, valueObjectStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return ( valueIntegerStops(value) && valueObjectStops(value) && unionFailed(issues, "", anyOfRule, value, valueBranches) ); }',
      'function valueIntegerStops(value: unknown, issues?: Issues): boolean { return integerStops(issues, "", value); }',
      'function valueObjectStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return object["a"] === undefined && failed(issues, "/a", requiredRule); }',
    ],
  ],
  [
    "what nothing evaluates of a text",
    { $ref: "#/$defs/part", unevaluatedProperties: false, $defs: { part: { type: "string" } } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return typeof value !== "string" && typeFailed(issues, "", value, "string"); }',
    ],
  ],
  [
    "what a branch evaluates",
    {
      type: "object",
      unevaluatedProperties: { type: "integer" },
      oneOf: [
        { required: ["a"], properties: { a: true } },
        { type: "object", unevaluatedProperties: true },
      ],
    },
    [
      "const valueBranches = [valueFirstStops, valueObjectStops];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const seenMember = evaluated(); markValueProperties(value, seenMember); for (const key of names(object)) { if (!isEvaluated(seenMember, key)) { const memberMember = object[key]; if (!isInteger(memberMember) && typeFailed(issues, below("", key), memberMember, "integer")) return true; } } return ( !matchesOne(value, valueBranches) && unionFailed(issues, "", oneOfRule, value, valueBranches) ); }',
      'function valueFirstStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["a"] === undefined && failed(issues, "/a", requiredRule); }',
      'function markValueProperties2(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["a"]); }',
      'function valueObjectStops(value: unknown, issues?: Issues): boolean { return !isObject(value) && typeFailed(issues, "", value, "object"); }',
      "function markValueProperties3(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; seen.all = true; }",
      "function markValueProperties(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; if (!valueFirstStops(value)) { markValueProperties2(value, seen); } if (!valueObjectStops(value)) { markValueProperties3(value, seen); } }",
    ],
  ],
  [
    "what conditions evaluate",
    {
      type: "object",
      if: { required: ["a"], properties: { a: true } },
      then: { properties: { b: true } },
      else: { properties: { c: true } },
      dependentSchemas: { d: { properties: { e: true } } },
      unevaluatedProperties: false,
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const seenMember = evaluated(); markValueProperties(value, seenMember); for (const key of names(object)) { if (!isEvaluated(seenMember, key) && failed(issues, below("", key), unevaluatedPropertiesRule)) return true; } return false; }',
      'function markValueProperties2(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["a"]); }',
      'function markValueProperties3(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["b"]); }',
      'function markValueProperties4(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["c"]); }',
      'function valueIfStops(value: unknown, issues?: Issues): boolean { const object = members(value); return object !== undefined && object["a"] === undefined && failed(issues, "/a", requiredRule); }',
      'function markValueProperties5(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; markEvaluated(seen, ["e"]); }',
      'function markValueProperties(value: unknown, seen: Evaluated): void { if (!isObject(value)) return; if (!valueIfStops(value)) { markValueProperties2(value, seen); markValueProperties3(value, seen); } else { markValueProperties4(value, seen); } const object = members(value); if (object !== undefined && object["d"] !== undefined) { markValueProperties5(value, seen); } }',
    ],
  ],
  [
    "refused forms",
    { type: "object", not: { anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return (object["a"] !== undefined || object["b"] !== undefined) && failed(issues, "", notRule); }',
    ],
  ],
  [
    "a refused type",
    { not: { type: "string" } },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { return !valueNotStops(value) && failed(issues, "", notRule); }',
      'function valueNotStops(value: unknown, issues?: Issues): boolean { return stringStops(issues, "", value); }',
    ],
  ],
  [
    "members of members",
    {
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: {
            b: {
              type: "object",
              properties: {
                c: {
                  type: "object",
                  properties: {
                    d: { type: "array", items: { type: "array", items: { enum: [[1]] } } },
                  },
                },
              },
            },
          },
        },
      },
    },
    [
      "const valueValues: readonly unknown[] = [[1]];",
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return optionalMemberStops(issues, "/a", valueAStops, object["a"]); }',
      'function valueCDItemItemStops(value: unknown, issues?: Issues): boolean { return !isOneOf(value, valueValues) && enumFailed(issues, "", value, valueValues); }',
      'function valueCDItemStops(value: unknown, issues?: Issues): boolean { return itemsStop(issues, "", valueCDItemItemStops, value); }',
      'function valueBCStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return optionalItemsStop(issues, "/d", valueCDItemStops, object["d"]); }',
      'function valueABStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return optionalMemberStops(issues, "/c", valueBCStops, object["c"]); }',
      'function valueAStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); return optionalMemberStops(issues, "/b", valueABStops, object["b"]); }',
    ],
  ],
  [
    "members whose names end with numbers",
    {
      type: "object",
      properties: {
        line1: { enum: ["a", "bb"], minLength: 1 },
        line12: { enum: ["a", "cc"], minLength: 1 },
      },
    },
    [
      'const lineValues: readonly unknown[] = ["a", "bb"];',
      'const valueLineValues: readonly unknown[] = ["a", "cc"];',
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const line1 = object["line1"]; if (line1 !== undefined) { if (line1 !== "a" && line1 !== "bb" && enumFailed(issues, "/line1", line1, lineValues)) return true; if (typeof line1 === "string" && line1 === "" && failed(issues, "/line1", minLengthRule, 1)) return true; } const line12 = object["line12"]; if (line12 !== undefined) { if (line12 !== "a" && line12 !== "cc" && enumFailed(issues, "/line12", line12, valueLineValues)) return true; if (typeof line12 === "string" && line12 === "" && failed(issues, "/line12", minLengthRule, 1)) return true; } return false; }',
    ],
  ],
  [
    "the same names at two places",
    {
      type: "object",
      properties: {
        a: { minLength: 1, maxLength: 3 },
        b: { type: "object", minProperties: 1, properties: { a: { minLength: 1, maxLength: 3 } } },
      },
    },
    [
      '/** @internal */ export function valueStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const a = object["a"]; if (a !== undefined) { if (typeof a === "string") { if (a === "" && failed(issues, "/a", minLengthRule, 1)) return true; if (a.length > 3 && lengthOf(a) > 3 && failed(issues, "/a", maxLengthRule, 3)) return true; } } return optionalMemberStops(issues, "/b", valueBStops, object["b"]); }',
      'function valueBStops(value: unknown, issues?: Issues): boolean { const object = members(value); if (object === undefined) return typeFailed(issues, "", value, "object"); const a = object["a"]; if (a !== undefined) { if (typeof a === "string") { if (a === "" && failed(issues, "/a", minLengthRule, 1)) return true; if (a.length > 3 && lengthOf(a) > 3 && failed(issues, "/a", maxLengthRule, 3)) return true; } } return names(object).length < 1 && failed(issues, "", minPropertiesRule, 1); }',
    ],
  ],
];

/** The functions and constants of a check's module, each in one line. */
function declarationsOf(schema: Json): readonly string[] {
  const source = emitStandalone(definitionOf(schema), { assertFormats: true });
  return source
    .split(/\n\n(?=\S)/)
    .filter((each) => !/^(?:import|\/\/) ?/.test(each))
    .map((each) => each.replace(/\s+/g, " ").trim());
}

describe("a check's source", () => {
  it.each(CASES)("of %s", (_, schema, source) => {
    expect(declarationsOf(schema)).toEqual(source);
  });
});
