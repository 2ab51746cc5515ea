/** Lists the types that one value may have, in the order in which to try them. */

import type { SimpleKeywordName, SubjectType } from "../../keywords/simple-keyword.js";
import { KEYWORDS_BY_TYPE } from "../../keywords/simple-keywords.js";
import { rulesOfKind } from "../rule-kinds.js";
import { isAbsent, type JsonType, type Node, type NodeRules } from "../node.js";

const ALL_TYPES: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

/** First those that the nodes have rules for, last what says nothing. */
export function typesFor(nodes: readonly Node[]): readonly JsonType[] {
  const allowed = allowedTypes(nodes);
  if (allowed !== undefined)
    return [...allowed.filter((type) => type !== "null"), ...allowed.filter((t) => t === "null")];
  const ruled = ALL_TYPES.filter((type) => nodes.some((node) => hasRulesFor(type, node)));
  return [...new Set([...ruled, ...ALL_TYPES])];
}

/** The types that all nodes allow; undefined for all. */
export function allowedTypes(nodes: readonly Node[]): readonly JsonType[] | undefined {
  let allowed: readonly JsonType[] | undefined;
  for (const { types } of nodes) if (types !== undefined) allowed = common(allowed, types.value);
  return allowed;
}

function common(
  left: readonly JsonType[] | undefined,
  right: readonly JsonType[],
): readonly JsonType[] {
  if (left === undefined || left === right) return right;
  const accepts = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [
    ...left.filter((type) => accepts(right, type)),
    ...right.filter((type) => !left.includes(type) && accepts(left, type)),
  ];
}

function hasRulesFor(type: JsonType, node: Node): boolean {
  return (RULES_BY_TYPE[type] ?? []).some((name) => !isAbsent(node[name]));
}

/** The rules that apply to values of one type only: they suggest it where none is given. */
const RULES_BY_TYPE: Partial<Record<JsonType, readonly (keyof NodeRules)[]>> = {
  string: namesOf("string"),
  number: namesOf("number"),
  object: [...namesOf("object"), ...rulesOfKind("object")],
  array: [...namesOf("array"), ...rulesOfKind("array")],
};

function namesOf(type: SubjectType): readonly SimpleKeywordName[] {
  return KEYWORDS_BY_TYPE[type].map(({ name }) => name);
}
