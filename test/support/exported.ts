/** Exported schemas as documents, and ajv's verdicts on them. */

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { toolSchema, type ToolSchemaOptions } from "../../src/emit/mcp-tools/tool-schema.js";
import { exportNode } from "../../src/emit/schema/export-node.js";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { collectReachable, collectReferences } from "../../src/model/graph.js";
import { createLowering } from "../../src/model/lower.js";
import type { Definition } from "../../src/model/node.js";

/** The definition of a schema that stands for itself. */
export function definitionOf(schema: Json, documents?: ReadonlyMap<string, Json>): Definition {
  const set = createSchemaSet((uri) => documents?.get(uri));
  set.add("proto-gen-test:/schema.json", schema);
  return createLowering(set).definition("proto-gen-test:/schema.json");
}

/** A definition by reference, with all that it reaches below `$defs`. */
export function standalone(root: Definition): JsonObject {
  const names = new Map(collectReachable([root]).map((each, index) => [each, `Value${index + 1}`]));
  const referenceTo = (each: Definition): JsonObject => ({ $ref: `#/$defs/${names.get(each)}` });
  const defs = [...names].map(([each, name]) => [name, exportNode(each.node, referenceTo)]);
  return { $ref: "#/$defs/Value1", $defs: Object.fromEntries(defs) as JsonObject };
}

/** A definition as the schema of a tool, exactly: in the shared form what is used several times stands in `$defs`. */
export function toolForm(
  root: Definition,
  schemas: "shared" | "inline" = "inline",
  options: Partial<ToolSchemaOptions<never>> = {},
): JsonObject {
  return toolSchema(root, { schemas, descriptions: 999, omitsImpossible: false, ...options })
    .schema;
}

/** Whether a definition refers to itself, or to one that does. */
export function isRecursive(root: Definition): boolean {
  return collectReachable([root]).some((each) =>
    collectReachable(collectReferences(each.node)).includes(each),
  );
}

/** ajv's verdict; it has judged the schema itself by then. */
export function predicateOf(
  document: JsonObject,
  { assertFormats }: { readonly assertFormats: boolean },
): (value: unknown) => boolean {
  const ajv = assertFormats ? asserting : annotating;
  const predicate = ajv.compile(document) as (value: unknown) => boolean;
  // Of all that it has compiled it keeps the meta-schemas alone, or else two documents could not have an `$id` in common.
  ajv.removeSchema();
  return predicate;
}

/** ajv compiles its meta-schemas for each instance anew, which takes longer than most schemas. */
const asserting = createAjv(true);
const annotating = createAjv(false);

function createAjv(assertFormats: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    logger: false,
    validateFormats: assertFormats,
  });
  formats.default(ajv);
  return ajv;
}

/** The pointers of all booleans that stand where a schema does, save `false` where it may close. */
export function booleanSchemas(schema: Json, at = ""): string[] {
  if (typeof schema === "boolean") return [at];
  return entriesOf(schema as JsonObject).flatMap(([keyword, value]): string[] => {
    const pointer = `${at}/${keyword}`;
    if (CLOSING.has(keyword)) return value === false ? [] : booleanSchemas(value, pointer);
    if (SINGLE.has(keyword)) return booleanSchemas(value, pointer);
    if (!LISTS.has(keyword) && !MAPS.has(keyword)) return [];
    return entriesOf(value as JsonObject).flatMap(([name, each]) =>
      booleanSchemas(each, `${pointer}/${name}`),
    );
  });
}

const CLOSING = new Set([
  "additionalProperties",
  "items",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const SINGLE = new Set(["contains", "else", "if", "not", "propertyNames", "then"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAPS = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

function entriesOf(value: JsonObject): [string, Json][] {
  return Object.entries(value);
}
