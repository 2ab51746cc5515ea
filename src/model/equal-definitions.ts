/**
 * Groups views of one schema that have the same rules, so that they become one type. Definitions of one class have equal
 * rules and refer to equal classes, all the way down.
 */

import { listRules, type Rule } from "../keywords/simple-keyword.js";
import { forEachSimpleKeyword } from "../keywords/simple-keywords.js";
import { rulesIn, type Definition, type Node, type RuleTable } from "./node.js";
import { childNodes } from "./graph.js";
import { groupBy } from "../group-by.js";

/** Definitions may only be one type within a family: the views and compositions of one schema. */
export type Family = (definition: Definition) => string;

/**
 * Partition refinement: from families and local rules, split until references agree too. A class is looked at again only
 * where what its members refer to has been split, so that a chain of types takes time in proportion to its length.
 */
export function groupEqualDefinitions(
  definitions: readonly Definition[],
  family: Family,
): ReadonlyMap<Definition, number> {
  const families = groupBy(definitions, family);
  // One that is alone in its family is a class of its own, whatever it says.
  const outlines = new Map(
    [...families.values()]
      .filter(({ length }) => length > 1)
      .flatMap((members) => members.map((each) => [each, outlineOf(each.node)] as const)),
  );
  const classes = [...families.values()].flatMap((members) => [
    ...groupBy(members, (each) => outlines.get(each)?.text ?? "").values(),
  ]);
  const classOf = new Map(
    classes.flatMap((members, number) => members.map((each) => [each, number] as const)),
  );
  const users = usersOf(outlines);
  const referred = (each: Definition): string =>
    (outlines.get(each)?.references ?? []).map((other) => classOf.get(other)).join();

  let pending = new Set(classes.keys());
  while (pending.size > 0) {
    const moved: Definition[] = [];
    for (const number of pending) {
      const [kept = [], ...others] = groupBy(classes[number] ?? [], referred).values();
      classes[number] = kept;
      for (const members of others) {
        for (const each of members) classOf.set(each, classes.length);
        classes.push(members);
        moved.push(...members);
      }
    }
    pending = new Set(
      moved.flatMap((each) => users.get(each) ?? []).map((each) => classOf.get(each)!),
    );
  }
  return classOf;
}

/** The definitions that refer to each definition, of those that may be merged. */
function usersOf(
  outlines: ReadonlyMap<Definition, NodeOutline>,
): ReadonlyMap<Definition, Definition[]> {
  const users = new Map<Definition, Definition[]>();
  for (const [user, { references }] of outlines) {
    for (const each of new Set(references)) {
      const known = users.get(each);
      if (known === undefined) users.set(each, [user]);
      else known.push(user);
    }
  }
  return users;
}

/** What a node says, down to references: equal for nodes that say the same in the same words. */
export function outlineText(node: Node): string {
  return outlineOf(node).text;
}

interface NodeOutline {
  readonly text: string;
  readonly references: readonly Definition[];
}

const isThere = (): unknown => true;
const count = (all: readonly unknown[]): unknown => all.length;

/** Each rule as text, without the nodes that it holds. */
const RULE_TEXTS: RuleTable<unknown> = {
  ...forEachSimpleKeyword((rule: Rule<unknown> | readonly Rule<unknown>[]) =>
    listRules(rule).map(({ value }) => value),
  ),
  never: isThere,
  types: ({ value }) => value,
  values: ({ value }) => value,
  references: count,
  prefixItems: count,
  items: isThere,
  contains: (all) => all.map(({ min, max }) => [min, max]),
  properties: (members) =>
    [...members].map(([name, { required, origins, contested }]) => [
      name,
      required !== undefined,
      origins.length > 0,
      ...(contested === undefined ? [] : [[...contested.required.value], contested.isDeclared]),
    ]),
  patternProperties: (all) => all.map(({ pattern }) => pattern),
  additionalProperties: isThere,
  propertyNames: count,
  dependentRequired: (all) =>
    all.map(({ name, required, contested }) => [
      name,
      required.value,
      ...(contested === undefined ? [] : [[...contested]]),
    ]),
  dependentSchemas: (all) => all.map(({ name }) => name),
  anyOf: (unions) => unions.map(count),
  oneOf: (unions) => unions.map(count),
  not: count,
  conditionals: (all) => all.map((each) => [each.then !== undefined, each.else !== undefined]),
  unevaluatedProperties: isThere,
  unevaluatedItems: isThere,
};

/** A node's rules as text, with its references apart and in order. */
function outlineOf(node: Node): NodeOutline {
  const references: Definition[] = [];
  const text = JSON.stringify(outline(node));
  return { text, references };

  function outline(each: Node): unknown {
    references.push(...each.references);
    return [
      each.annotations,
      each.ownedValues.map(({ values, isConditional }) => [isConditional, values]),
      rulesText(each),
      childNodes(each).map(outline),
    ];
  }
}

/** The rules of a node, without the nodes that it holds and without annotations. */
export function rulesText(node: Node): unknown {
  const rules: Record<string, unknown> = {};
  for (const name of rulesIn(node))
    rules[name] = (RULE_TEXTS[name] as (rule: unknown) => unknown)(node[name]);
  return rules;
}
