import type { Json } from "@proto-gen/runtime/json";
import { isObject, subschemas } from "../json-schema/keywords.js";
import type { SchemaSet } from "../json-schema/schema-set.js";
import type { Document } from "./document.js";

export interface SchemaReference {
  /** The value of the `$ref` or `$dynamicRef`. */
  readonly reference: string;
  /** The URI that it resolves against. */
  readonly base: string;
  /** The position of the keyword in its document. */
  readonly pointer: string;
}

export interface ReferenceSearch {
  readonly schemas: SchemaSet;
  /** The schema to begin with. */
  readonly start: { readonly schema: Json; readonly pointer: string };
  /** Receives the pointer of each schema that was searched. */
  readonly visited: Set<string>;
}

/** Every `$ref` and `$dynamicRef` of the schemas in a document. In instances or under unknown keywords, they are data. */
export function* collectReferences(
  document: Document,
  { schemas, start, visited }: ReferenceSearch,
): Generator<SchemaReference> {
  const stack: { schema: Json; pointer: string }[] = [start];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, pointer } = next;
    visited.add(pointer);
    if (!isObject(schema)) continue;
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = schema[keyword];
      if (typeof reference !== "string") continue;
      const base = schemas.locate(document.uri, pointer)?.resource.uri ?? document.uri;
      yield { reference, base, pointer: `${pointer}/${keyword}` };
    }
    for (const each of subschemas(schema, pointer).reverse()) stack.push(each);
  }
}
