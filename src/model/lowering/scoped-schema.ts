/**
 * A schema as lowering meets it. One schema means different things in different dynamic scopes, so its
 * address alone does not identify it.
 */

import { isAssertion, isObject, type Schema } from "../../json-schema/keywords.js";
import type { ResolvedSchema } from "../../json-schema/schema-set.js";
import type { DynamicScope } from "./dynamic-scope.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

/** A schema that applies to an instance, and the dynamic scope it was reached in. */
export interface ScopedSchema {
  readonly location: ResolvedSchema;
  readonly scope: DynamicScope;
}

export function originOf({ location }: ScopedSchema): SchemaAddress {
  return { document: location.document, pointer: location.pointer };
}

/** The identity of a definition: stable from run to run. */
export function keyOf({ location, scope }: ScopedSchema): string {
  return `${location.document}#${location.pointer}${scope.key}`;
}

/** True for a `$ref` with annotations only: it keeps its target's identity. */
export function isPureReference(schema: Schema): boolean {
  if (!isObject(schema)) return false;
  // Most schemas refer to none, and need no look at all their keywords.
  if (schema["$ref"] === undefined && schema["$dynamicRef"] === undefined) return false;
  return Object.keys(schema).filter(isAssertion).length === 1;
}

/** True where some value does not satisfy the schema. */
export function constrains(schema: Schema): boolean {
  return isObject(schema) ? Object.keys(schema).some(isAssertion) : schema === false;
}
