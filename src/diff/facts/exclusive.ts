/**
 * The condition that `oneOf` adds to `anyOf`: no value is two of the alternatives. Undefined where a discriminator or their
 * types keep the alternatives apart anyway.
 */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { findDiscriminator } from "../../model/discriminator.js";
import type { Value } from "../pairs/value.js";
import { resolveValue } from "../pairs/value.js";

export function isOneOf({ node }: Value): boolean {
  return node.oneOf.length === 1;
}

export function exclusiveCondition(
  value: Value,
): { readonly text: string; readonly at: SchemaAddress } | undefined {
  const { branches = [] } = value;
  if (!isOneOf(value) || branches.length < 2 || findDiscriminator(branches) !== undefined)
    return undefined;
  const types = branches
    .map((branch) => resolveValue(value.context, branch).types ?? ["any"])
    .flat();
  const kinds = types.map((type) => (type === "integer" ? "number" : type));
  if (!kinds.includes("any") && new Set(kinds).size === kinds.length) return undefined;
  const at = branches[0]?.origin ?? value.at;
  return { text: `no more than one of ${branches.length} alternatives holds`, at };
}
