/** The keywords that hold no schemas: types, values, bounds, patterns, formats. */

import type { Json } from "@proto-gen/runtime/json";
import { uniqueValues } from "../../json-schema/json-values.js";
import {
  listRules,
  type Rule,
  type SimpleKeywordName,
  type SimpleRules,
} from "../../keywords/simple-keyword.js";
import { SIMPLE_KEYWORD_LIST } from "../../keywords/simple-keywords.js";
import { hasType } from "../../model/json-type.js";
import { isUnconstrained, soleReference, type JsonType, type Node } from "../../model/node.js";
import { keywordRank } from "./keyword-order.js";
import type { SchemaBuilder } from "./schema-builder.js";

/** True where nothing satisfies the node, and no list of types or values can say so. */
export function isImpossible(node: Node): boolean {
  return (
    node.never !== undefined || node.types?.value.length === 0 || allowedValues(node)?.length === 0
  );
}

/** The same of what a node refers to, where it stands for a definition. */
export function isNever(node: Node): boolean {
  const seen = new Set<Node>();
  for (let each = node; !seen.has(each);) {
    seen.add(each);
    const sole = soleReference(each);
    if (sole === undefined) return isImpossible(each) || each.not.some(isUnconstrained);
    each = sole.node;
  }
  return false;
}

/** The rules of types and of values: where there is no type, the one that all values have is written. */
export function writeTypesAndValues(node: Node, builder: SchemaBuilder): void {
  const values = allowedValues(node);
  const types = node.types?.value ?? sharedType(values ?? []);
  builder.set("type", oneOrList([...new Set(types)]));
  if (values?.length === 1) builder.set("const", values[0]);
  else builder.set("enum", values);
}

type SimpleWriters = {
  readonly [Name in SimpleKeywordName]: (
    rule: NonNullable<SimpleRules[Name]>,
    target: { readonly builder: SchemaBuilder },
  ) => void;
};

/** Writers of the simple keywords, in the order in which an author would write them. */
export const SIMPLE_WRITERS = Object.fromEntries(
  [...SIMPLE_KEYWORD_LIST]
    .sort((left, right) => keywordRank(left.name) - keywordRank(right.name))
    .map(({ name }) => [name, writerOf(name)]),
) as unknown as SimpleWriters;

function writerOf(name: SimpleKeywordName) {
  return (
    rules: Rule<Json> | readonly Rule<Json>[],
    { builder }: { readonly builder: SchemaBuilder },
  ): void => {
    for (const value of new Set(listRules(rules).map((rule) => rule.value)))
      builder.repeat({ [name]: value });
  };
}

function oneOrList(types: readonly JsonType[]): Json | undefined {
  return types.length > 1 ? types : types[0];
}

/** The values that the types allow too, each once; undefined for a node that lists none. */
function allowedValues(node: Node): readonly Json[] | undefined {
  const types = node.types?.value;
  if (node.values === undefined) return undefined;
  const allowed = node.values.value.filter(
    (value) => types === undefined || types.some((type) => hasType(value, type)),
  );
  const scalars = new Set(allowed.filter((value) => !isStructure(value)));
  const structures = allowed.filter(isStructure);
  if (scalars.size + structures.length === allowed.length && structures.length < 2) return allowed;
  return [...scalars, ...uniqueValues(structures)];
}

/** The one type of all values: tools that generate code look for it beside `enum` and `const`. */
function sharedType(values: readonly Json[]): readonly JsonType[] {
  if (values.length === 0) return [];
  const type = TYPES.find((each) => values.every((value) => hasType(value, each)));
  return type === undefined ? [] : [type];
}

/** The narrower of two that fit stands first. */
const TYPES: readonly JsonType[] = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
];

function isStructure(value: Json): boolean {
  return typeof value === "object" && value !== null;
}
