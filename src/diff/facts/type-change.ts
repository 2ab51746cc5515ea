/** Types that a value gained or lost; null has rules of its own. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { JsonType } from "../../model/node.js";
import { isNull } from "../normal/normal-union.js";
import { keywordAt } from "./keyword.js";
import { impliedByList, listAt } from "./literals.js";
import type { Value, ValuePair } from "../pairs/value.js";

export interface TypeChange {
  readonly gone: boolean;
  readonly added: boolean;
}

/** No change where alternatives or lists of values determine the types. */
export function typeChange(pair: ValuePair): TypeChange {
  const { before, after } = pair;
  if (isChoice(before) || isChoice(after)) return { gone: false, added: false };
  const from = expandNumber(before);
  const to = expandNumber(after);
  const told = impliedByList(pair);
  return {
    gone: !told.refused && leavesOut(from, to),
    added: !told.allowed && leavesOut(to, from),
  };
}

/** The address of the keyword that decides about null: the branch for null, else the types or the values. */
export function nullAt(value: Value): SchemaAddress {
  const { branches = [], literals, node } = value;
  const branch = branches.find(isNull);
  if (branch !== undefined) return branch.origin;
  return node.types === undefined && literals !== undefined
    ? listAt(value)
    : keywordAt(node.types, "type", value);
}

function isChoice({ branches, openEnum, node }: Value): boolean {
  return node.types === undefined && (branches !== undefined || openEnum !== undefined);
}

/** A number may be an integer; undefined for all types. */
function expandNumber({ types }: Value): ReadonlySet<JsonType> | undefined {
  if (types === undefined) return undefined;
  const all = types.flatMap((type): JsonType[] =>
    type === "number" ? ["number", "integer"] : [type],
  );
  return new Set(all.filter((type) => type !== "null"));
}

function leavesOut(
  from: ReadonlySet<JsonType> | undefined,
  to: ReadonlySet<JsonType> | undefined,
): boolean {
  if (to === undefined) return false;
  return from === undefined || [...from].some((type) => !to.has(type));
}
