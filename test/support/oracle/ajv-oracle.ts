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

/** Keywords whose values are data: what looks like a `$ref` in there is none. */
const DATA = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);

/** Keywords whose members are names, not keywords. */
const MAPS = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

export function createOracle(set: SchemaSet): Oracle {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
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
    if (typeof schema !== "object" || schema === null) return schema;
    const entries = Object.entries(schema as JsonObject).flatMap(([keyword, value]) => {
      // Every `$ref` is absolute already, so no `$id` or `$schema` inside has anything left to say.
      if (keyword === "$id" || keyword === "$schema") return [];
      if (keyword === "$ref" && typeof value === "string") return [[keyword, rewrite(value)]];
      if (DATA.has(keyword)) return [[keyword, value]];
      return [[keyword, MAPS.has(keyword) ? mapValues(value) : plain(value)]];
    });
    return Object.fromEntries(entries) as JsonObject;
  }

  function mapValues(map: Json): Json {
    if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
    return Object.fromEntries(
      Object.entries(map as JsonObject).map(([name, schema]) => [name, plain(schema)]),
    );
  }

  function predicate(reference: string): (value: unknown) => boolean {
    const uri = rewrite(reference);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const schema = plain(set.root(next) as Json);
      ajv.addSchema(schema as JsonObject, uris.get(next));
    }
    const compiled = predicates.get(uri) ?? (ajv.compile({ $ref: uri }) as (value: unknown) => boolean);
    predicates.set(uri, compiled);
    return compiled;
  }

  return { predicate };
}
