/** Finds `const` and `enum` values of which another rule leaves none. */

import type { Json } from "@proto-gen/runtime/json";
import { satisfies } from "../instance/satisfies.js";
import { NodeBuilder } from "../node-builder.js";
import type { Conflict, Node } from "../node.js";
import { KEYWORDS_BY_TYPE, rulesOf } from "../../keywords/simple-keywords.js";
import { wordRule } from "./bounds.js";
import type { Conjunction } from "./conjunction.js";
import type { Rule } from "../../keywords/simple-keyword.js";

/** Tries each value of the first list against the other lists and rules. */
export function valuesConflict(
  conjunction: Conjunction,
  [first, ...others]: readonly Rule<readonly Json[]>[],
): Conflict | undefined {
  if (first === undefined || (others.length === 0 && isPlainEnum(first, conjunction)))
    return undefined;
  const rules = [
    ...others.map((rule) => ({
      rule,
      schema: { enum: rule.value },
      text: JSON.stringify(rule.value),
    })),
    ...conjunction.flatMap(plainRules),
  ];
  let left = first.value;
  for (const { rule, schema, text } of rules) {
    const builder = new NodeBuilder(rule.origin);
    builder.keywords(schema, rule.origin);
    const node = builder.finish();
    left = left.filter((value) => satisfies(node, value));
    if (left.length === 0)
      return {
        first: first.origin,
        second: rule.origin,
        wants: [JSON.stringify(first.value), text],
      };
  }
  return undefined;
}

/** True for texts that no other rule restricts: most enums are, and then there is nothing to try. */
function isPlainEnum({ value }: Rule<readonly Json[]>, conjunction: Conjunction): boolean {
  return (
    value.length > 0 &&
    value.every((each) => typeof each === "string") &&
    conjunction.every(
      (node) =>
        (node.types === undefined || node.types.value.includes("string")) &&
        KEYWORDS_BY_TYPE.string.every(({ name }) => rulesOf(node, name).length === 0),
    )
  );
}

interface PlainRule {
  readonly rule: Rule<unknown>;
  readonly schema: { readonly [keyword: string]: Json };
  readonly text: string;
}

function plainRules(node: Node): PlainRule[] {
  const { types } = node;
  const scalar = [...KEYWORDS_BY_TYPE.number, ...KEYWORDS_BY_TYPE.string];
  return [
    ...(types === undefined
      ? []
      : [{ rule: types, schema: { type: types.value }, text: JSON.stringify(types.value) }]),
    ...scalar.flatMap(({ name }) =>
      rulesOf(node, name).map((rule) => ({
        rule,
        schema: { [name]: rule.value },
        text: wordRule(name, rule),
      })),
    ),
  ];
}
