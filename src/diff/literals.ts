/** What happened to the values that a schema lists. In: a pair. Out: what it lists on each side, and where. */

import type { Json } from "@proto-gen/runtime/json";
import type { Address } from "../compose/instance.js";
import { inside } from "./member.js";
import { show } from "./text.js";
import type { Value, ValuePair } from "./value.js";

/** A closed list: `enum`, or `const` for a list of one. */
export interface Listed {
  readonly values: readonly Json[];
  readonly at: Address;
}

/** The values that alone are allowed; undefined where others are too. */
export function closedList(value: Value): Listed | undefined {
  const { values } = value.node;
  return values === undefined ? undefined : { values: values.value, at: listAt(value) };
}

/** Where the list stands; without one, the schema. */
export function listAt({ node, at }: Value): Address {
  if (node.values === undefined) return node.origin.document === "" ? at : node.origin;
  return inside(node.values.origin, node.values.value.length === 1 ? "const" : "enum");
}

/** `const` on one side at least: one value, another, or any. */
export function constChange({
  before,
  after,
}: ValuePair): "narrows" | "widens" | "replaces" | undefined {
  const from = before.literals?.length === 1;
  const to = after.literals?.length === 1;
  if (from && to)
    return show(before.literals[0]) === show(after.literals[0]) ? undefined : "replaces";
  if (from && after.literals === undefined && after.known === undefined) return "widens";
  return to && before.literals === undefined && before.known === undefined ? "narrows" : undefined;
}
