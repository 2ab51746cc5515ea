/** Finds `const` and `enum` values of which another rule leaves none. */

import type { Json } from "@proto-gen/runtime/json";
import { satisfies } from "../instance/satisfies.js";
import { NodeBuilder } from "../node-builder.js";
import type { Conflict, Node, Rule } from "../node.js";
import { PLAIN_BOUNDS, wordRule } from "./bounds.js";
import type { Conjunction } from "./conjunction.js";

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
    builder.keywords(schema, rule.origin, true);
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
      ({ types, minLength, maxLength, patterns, formats }) =>
        (types === undefined || types.value.includes("string")) &&
        minLength === undefined &&
        maxLength === undefined &&
        patterns.length + formats.length === 0,
    )
  );
}

interface PlainRule {
  readonly rule: Rule<unknown>;
  readonly schema: { readonly [keyword: string]: Json };
  readonly text: string;
}

function plainRules(node: Node): PlainRule[] {
  const { types, patterns, formats, multipleOf } = node;
  const of = (keyword: string, rule: Rule<Json> | undefined): PlainRule[] =>
    rule === undefined
      ? []
      : [{ rule, schema: { [keyword]: rule.value }, text: wordRule(keyword, rule) }];
  return [
    ...(types === undefined
      ? []
      : [{ rule: types, schema: { type: types.value }, text: JSON.stringify(types.value) }]),
    ...PLAIN_BOUNDS.flatMap((keyword) => of(keyword, node[keyword])),
    ...multipleOf.flatMap((rule) => of("multipleOf", rule)),
    ...patterns.flatMap((rule) => of("pattern", rule)),
    ...formats.flatMap((rule) => of("format", rule)),
  ];
}
