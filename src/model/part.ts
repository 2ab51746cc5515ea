/** Parts: the schemas that apply to one instance. In: a part. Out: where it stands, and what identifies it. */

import { isAssertion, isObject, type Schema } from "../json-schema/keywords.js";
import type { ResolvedSchema } from "../json-schema/schema-set.js";
import type { DynamicScope } from "./dynamic-scope.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

/** A schema that applies to an instance, and the dynamic scope it was reached in. */
export interface Part {
  readonly location: ResolvedSchema;
  readonly scope: DynamicScope;
}

export function originOf({ location }: Part): SchemaAddress {
  return { document: location.document, pointer: location.pointer };
}

/** The identity of a definition: stable from run to run. */
export function keyOf({ location, scope }: Part): string {
  return `${location.document}#${location.pointer}${scope.key}`;
}

/** A `$ref` with annotations only: it keeps its target's identity. */
export function isPureReference(schema: Schema): boolean {
  if (!isObject(schema)) return false;
  const [only, ...others] = Object.keys(schema).filter(isAssertion);
  return others.length === 0 && (only === "$ref" || only === "$dynamicRef");
}
