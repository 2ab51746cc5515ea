/**
 * Ajv as the second opinion on a composition. In: the schema set of a composition. Out: for a
 * reference into it, ajv's verdict. Documents are created when they are resolved, so every `$ref`
 * is followed once, and each document becomes `https://oracle.test/<number>`: ajv then needs to know
 * nothing of `composed:` URIs and of views in queries.
 */

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { SchemaSet } from "../../../src/json-schema/schema-set.js";

export interface Oracle {
  /** A predicate of the schema at a reference: true means valid. */
  predicate(reference: string): (value: unknown) => boolean;
}

/** Keywords whose value is a schema or a list of schemas. */
const SCHEMAS = new Set([
  ...["allOf", "anyOf", "oneOf", "prefixItems", "if", "then", "else", "not", "items", "contains"],
  ...["additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"],
]);

/** Keywords whose members are names, not keywords. */
const MAPS = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

export function createOracle(set: SchemaSet): Oracle {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
  formats.default(ajv);
  const uris = new Map<string, string>();
  const waiting: string[] = [];
  const predicates = new Map<string, (value: unknown) => boolean>();

  function rewrite(reference: string): string {
    const location = set.resolve("proto-gen:", reference);
    if (location === undefined) throw new Error(`nothing is at ${reference}`);
    const { document, pointer } = location;
    if (!uris.has(document)) {
      uris.set(document, `https://oracle.test/${uris.size}`);
      waiting.push(document);
    }
    return `${uris.get(document)}#${pointer.split("/").map(encodeURIComponent).join("/")}`;
  }

  function plain(schema: Json): Json {
    if (Array.isArray(schema)) return schema.map((each: Json) => plain(each));
    if (!isObject(schema)) return schema;
    return mapMembers(schema, (value, keyword) => {
      if (keyword === "$ref" && typeof value === "string") return rewrite(value);
      // Ajv takes the name of an anchor alone.
      if (keyword === "$dynamicRef" && typeof value === "string")
        return value.replace(/^[^#]*/, "");
      if (SCHEMAS.has(keyword)) return plain(value);
      if (!MAPS.has(keyword) || !isObject(value)) return value;
      return mapMembers(value, (entry) =>
        isRoles(entry) ? mapMembers(entry, plain) : plain(entry),
      );
    });
  }

  function predicate(reference: string): (value: unknown) => boolean {
    const uri = rewrite(reference);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const schema = plain(set.root(next) as Json);
      ajv.addSchema(schema as JsonObject, uris.get(next));
    }
    const compiled =
      predicates.get(uri) ?? (ajv.compile({ $ref: uri }) as (value: unknown) => boolean);
    predicates.set(uri, compiled);
    return compiled;
  }

  return { predicate };
}

/** A `$defs` entry that is no schema but maps roles or shapes to schemas. */
function isRoles(entry: Json): entry is JsonObject {
  if (!isObject(entry)) return false;
  const names = Object.keys(entry);
  return (
    names.length > 0 && names.every((name) => /_(?:schema|config|request|response)$/.test(name))
  );
}

/** Every `$ref` is absolute already, so no `$id` or `$schema` has anything left to say. */
function mapMembers(object: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  const kept = Object.entries(object).filter(
    ([name, value]) => !(/^\$(?:id|schema)$/.test(name) && typeof value === "string"),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, change(value, name)]));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
