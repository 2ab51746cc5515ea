/** Addresses of keywords, and of the schema where a keyword is missing. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Annotations } from "../../model/node.js";
import { childAddress } from "../pairs/member.js";
import type { Value } from "../pairs/value.js";
import type { Rule } from "../../keywords/simple-keyword.js";

export function keywordAt(
  rule: Rule<unknown> | undefined,
  keyword: string,
  value: Value,
): SchemaAddress {
  if (rule !== undefined) return childAddress(rule.origin, keyword);
  return originOr(value.node.origin, value);
}

/** The address where the value is used, for an origin that no document has: that of a composition. */
export function originOr(origin: SchemaAddress | undefined, { at, context }: Value): SchemaAddress {
  return origin === undefined || context.schemas.source(origin.document) === undefined
    ? at
    : origin;
}

export function uniqueAt(value: Value): SchemaAddress {
  const { uniqueItems, origin } = value.node;
  return uniqueItems === undefined
    ? originOr(origin, value)
    : childAddress(uniqueItems.origin, "uniqueItems");
}

/** True where a schema's author wrote a keyword in it: views have some that no author wrote. */
export function hasKeyword({ context }: Value, at: SchemaAddress, keyword: string): boolean {
  const source = context.schemas.source(at.document);
  const found =
    source === undefined
      ? context.schemas.set.locate(at.document, at.pointer)
      : context.side.sources.schemas.locate(source.document, at.pointer);
  return typeof found?.schema === "object" && Object.hasOwn(found.schema, keyword);
}

/** In the schema that is used here if that has it, else in the one it refers to. */
export function annotationAt(value: Value, keyword: keyof Annotations): SchemaAddress {
  const { at, definition, node } = value;
  const candidates = [at, definition?.origin ?? at, node.origin];
  const found = candidates.find((address) => hasKeyword(value, address, keyword));
  return found === undefined ? at : childAddress(found, keyword);
}
