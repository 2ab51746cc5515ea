/** Resolve: a schema in one view, or a type with all its extensions, as plain JSON Schema 2020-12. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { interpret, type InterpretOptions } from "../interpret.js";
import { schemaDocument, type DocumentOptions } from "./schema-document.js";
import { schemaSubject, typeSubject, type SchemaChoice, type Subject } from "./subject.js";
import type { ViewChoice } from "./view-choice.js";

/** A schema by its file: `schema`, `def`, `op`, `direction`; its directory and `schemas` have the rest. */
export type SchemaOptions = Omit<SchemaChoice, "profile">;

/** A type by the name that generated code has for it: `Checkout`, `com.example.gift.Checkout`. */
export interface TypeOptions extends InterpretOptions, ViewChoice {
  readonly type: string;
}

export type SubjectOptions = SchemaOptions | TypeOptions;

/**
 * Resolves a schema as one direction and operation see it, or a type with everything that extends it, to plain JSON Schema 2020-12.
 * Without `bundle`, references to other documents stay: URIs of their views, `<uri>?view=request.create`.
 *
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE_UNKNOWN_SCHEMA, USAGE_UNKNOWN_TYPE, USAGE_UNKNOWN_VIEW, or
 * what is wrong with the schemas
 *
 * @example
 * ```ts
 * import { resolve } from "proto-gen";
 *
 * const schema = await resolve({
 *   schema: "./schemas/2026-11-27/shopping/checkout.json",
 *   op: "create",
 *   direction: "request",
 *   bundle: true,
 * });
 * schema["required"]; // ["line_items", "currency"]
 * ```
 */
export async function resolve(options: SubjectOptions & DocumentOptions): Promise<JsonObject> {
  return schemaDocument(await subjectOf(options), options);
}

export async function subjectOf(options: SubjectOptions): Promise<Subject> {
  return "type" in options
    ? typeSubject(await interpret(options), options.type, options)
    : schemaSubject(options);
}
