/** Lists of allowed values: where they stand, and what they make other rules redundant for. */

import { equalJson, type Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { satisfies } from "../../model/instance/satisfies.js";
import type { Node } from "../../model/node.js";
import { hasKeyword } from "./keyword.js";
import { childAddress } from "../pairs/member.js";
import type { Value, ValuePair } from "../pairs/value.js";

/** The address of the list, or of the schema if it has none. */
export function listAt(value: Value): SchemaAddress {
  const { node, at } = value;
  if (node.values === undefined) return node.origin.document === "" ? at : node.origin;
  const { origin } = node.values;
  return childAddress(origin, hasKeyword(value, origin, "const") ? "const" : "enum");
}

/** Tells which changes a list of values implies, so that no other rule reports them. */
export interface ListImplications {
  readonly refused: boolean;
  readonly allowed: boolean;
}

export function impliedByList({ before, after }: ValuePair): ListImplications {
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

/** A change of a sole allowed value; undefined if neither side has one. */
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
