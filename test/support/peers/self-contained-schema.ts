/**
 * What an MCP tool's schema has to be beyond JSON Schema: in one piece, without references, and of
 * type `object` at its root.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { subschemas, type Schema } from "../../../src/json-schema/keywords.js";

const REFERENCES = ["$ref", "$dynamicRef"] as const;

/** `<pointer> <what is wrong>` each; none where any client can read the schema. */
export function schemaProblems(schema: object): string[] {
  const root = schema as JsonObject;
  const problems = root["type"] === "object" ? [] : ["/type is not object"];
  problems.push(...references(root, ""));
  try {
    // Strict about keywords and formats it does not know, not about style.
    const ajv = new Ajv2020({
      ...{ strictSchema: true, strictNumbers: true, validateFormats: true },
      ...{ strictTypes: false, strictTuples: false, strictRequired: false },
      ...{ allErrors: true, logger: false },
    });
    formats.default(ajv);
    ajv.compile(root);
  } catch (error) {
    problems.push(` ${(error as Error).message}`);
  }
  return problems;
}

function references(schema: Schema, pointer: string): string[] {
  if (typeof schema === "boolean") return [];
  const own = REFERENCES.filter((keyword) => keyword in schema);
  return [
    ...own.map((keyword) => `${pointer}/${keyword} refers elsewhere`),
    ...subschemas(schema, pointer).flatMap((child) => references(child.schema, child.pointer)),
  ];
}
