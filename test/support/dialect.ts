/** The dialect of the draft in ajv, with a judge that we did not write beside it: the meta-schema of JSON Schema 2020-12. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isServiceDocument } from "../../src/load/release-profile.js";
import { repository } from "./published.js";

const DIALECT_FILE = path.join(repository, "schemas/draft/dialect.json");
export const DIALECT_TEXT = readFileSync(DIALECT_FILE, "utf8");
export const DIALECT = JSON.parse(DIALECT_TEXT) as JsonObject & {
  readonly $id: string;
  readonly properties: JsonObject;
  readonly $defs: Readonly<Record<string, JsonObject>>;
};
export const STANDARD_DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** An ajv that knows the dialect. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  formats.default(ajv);
  return ajv.addMetaSchema(DIALECT);
}

const ajv = createAjv();
const conforms = ajv.getSchema(DIALECT.$id)!;
const conformsToStandard = ajv.getSchema(STANDARD_DIALECT)!;

/** The pointers that the dialect refuses: of a value, or of a member that should not be there. */
export function refusedPlaces(schema: unknown): string[] {
  return conforms(schema) ? [] : [...new Set((conforms.errors ?? []).map(placeOf))];
}

export function isStandardSchema(schema: unknown): boolean {
  return conformsToStandard(schema) as boolean;
}

function placeOf({ instancePath, keyword, params }: ErrorObject): string {
  const { additionalProperty } = params as { readonly additionalProperty?: string };
  if (keyword !== "additionalProperties" || additionalProperty === undefined) return instancePath;
  return instancePath + joinPointer("", additionalProperty);
}

export interface NamedDocument {
  readonly file: string;
  readonly root: Json;
}

/** The schema documents below a directory, without those of services. */
export function schemaDocuments(directory: string): NamedDocument[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json") && path.basename(file) !== "manifest.json")
    .sort()
    .map((file) => ({ file, root: readJson(path.join(directory, file)) }))
    .filter(({ root }) => !isServiceDocument(root));
}

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}
