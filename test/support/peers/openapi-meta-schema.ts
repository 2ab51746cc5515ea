/**
 * The official meta-schema of OpenAPI 3.1, as `@seriousme/openapi-schema-validator` carries it. It
 * leaves the dialect of Schema Objects open; here it is JSON Schema 2020-12, so that they are
 * checked too (OpenAPI 3.1.1 §4.8.24.5).
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

interface MetaSchema {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, object>>;
}

const text = readFileSync(
  createRequire(import.meta.url).resolve(
    "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json",
  ),
  "utf8",
);
const official = JSON.parse(text) as MetaSchema;

/** Which edition it is, `https://spec.openapis.org/oas/3.1/schema/<date>`. */
export const metaSchemaId = official.$id;

let compiled: ValidateFunction | undefined;

function compile(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  formats.default(ajv);
  // 2020-12 is a vocabulary a document, bound together by `$dynamicRef`; ajv brings them all.
  const $defs = { ...official.$defs, schema: { $ref: DIALECT } };
  return ajv.compile({ ...official, $defs });
}

/** What is wrong with a document, `<pointer> <message>` each; none where it is OpenAPI 3.1. */
export function openapiErrors(document: object): string[] {
  const dialect = (document as { jsonSchemaDialect?: unknown }).jsonSchemaDialect;
  if (dialect !== DIALECT) return [`/jsonSchemaDialect must be ${DIALECT}`];
  compiled ??= compile();
  if (compiled(document)) return [];
  return (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
