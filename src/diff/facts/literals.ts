/** What happened to the values that a schema lists. In: a pair. Out: what its lists say, and where they stand. */

import { equalJson, type Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { satisfies } from "../../model/instance/satisfies.js";
import type { Node } from "../../model/node.js";
import { hasKeyword } from "./keyword.js";
import { childAddress } from "../pairs/member.js";
import type { Value, ValuePair } from "../pairs/value.js";

/** Where the list stands; without one, the schema. */
export function listAt(value: Value): SchemaAddress {
  const { node, at } = value;
  if (node.values === undefined) return node.origin.document === "" ? at : node.origin;
  const { origin } = node.values;
  return childAddress(origin, hasKeyword(value, origin, "const") ? "const" : "enum");
}

/** What a list says already, so that no other rule has to: what is refused now, and what is allowed now. */
export interface ListImplications {
  readonly refused: boolean;
  readonly allowed: boolean;
}

export function toldByList({ before, after }: ValuePair): ListImplications {
  const { literals: from } = before;
  const { literals: to } = after;
  return {
    refused: to !== undefined || (from !== undefined && allSatisfy(after.node, from)),
    allowed: from !== undefined || (to !== undefined && allSatisfy(before.node, to)),
  };
}

function allSatisfy(node: Node, values: readonly Json[]): boolean {
  return values.every((value) => satisfies(node, value, { assertFormats: false }));
}

/** `const` on one side at least: one value, another, or any. */
export function constChange({
  before,
  after,
}: ValuePair): "narrows" | "widens" | "replaces" | undefined {
  const from = before.literals?.length === 1;
  const to = after.literals?.length === 1;
  if (from && to)
    return equalJson(before.literals[0] ?? null, after.literals[0] ?? null)
      ? undefined
      : "replaces";
  if (from && after.literals === undefined && after.openEnum === undefined) return "widens";
  return to && before.literals === undefined && before.openEnum === undefined
    ? "narrows"
    : undefined;
}
