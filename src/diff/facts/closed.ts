/** Closed objects: those that refuse members they do not name. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Node } from "../../model/node.js";
import { patternsFor } from "../pairs/cover.js";
import { originOr } from "./keyword.js";
import type { Value } from "../pairs/value.js";

export function isClosed({ additionalProperties, unevaluatedProperties }: Node): boolean {
  return additionalProperties?.never !== undefined || unevaluatedProperties?.never !== undefined;
}

/** For a member that the object does not declare: a pattern may allow it, or refuse it alone. */
export function refusesMember({ node }: Value, name: string): boolean {
  const patterns = patternsFor(node, name);
  return patterns.length === 0
    ? isClosed(node)
    : patterns.some((each) => each.node.never !== undefined);
}

export function closingAt(value: Value): SchemaAddress {
  const { additionalProperties, unevaluatedProperties, origin } = value.node;
  const closing = additionalProperties?.never ?? unevaluatedProperties?.never;
  const schema = additionalProperties ?? unevaluatedProperties;
  return originOr(closing ?? schema?.origin ?? origin, value);
}
