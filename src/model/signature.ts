/**
 * Which definitions are one type: views of one schema that say the same. In: definitions, each with
 * its family. Out: the class of each; definitions of one class have equal rules, and refer to equal
 * classes, all the way down.
 */

import { BOUNDS, type Definition, type Node } from "./node.js";
import { childNodes } from "./graph.js";
import { groupBy } from "./group-by.js";

/** Definitions may only be one type within a family: the views and compositions of one schema. */
export type Family = (definition: Definition) => string;

/**
 * Partition refinement: from families and local rules, split until references agree too. A class is looked at again only
 * where what its members refer to has been split, so that a chain of types takes time in proportion to its length.
 */
export function classify(
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

/** What refers to each definition, of those that may be one type with another. */
function usersOf(
  outlines: ReadonlyMap<Definition, Outline>,
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

interface Outline {
  readonly text: string;
  readonly references: readonly Definition[];
}

/** A node's rules as text, with its references apart and in order. */
function outlineOf(node: Node): Outline {
  const references: Definition[] = [];
  const text = JSON.stringify(outline(node));
  return { text, references };

  function outline(each: Node): unknown {
    references.push(...each.references);
    return [
      each.references.length,
      each.annotations,
      each.never !== undefined,
      each.types?.value,
      each.values?.value,
      ...each.ownedValues.map(({ values, isOpen }) => [isOpen, values]),
      BOUNDS.map((member) => each[member]?.value),
      [each.multipleOf, each.patterns, each.formats].map((rules) =>
        rules.map(({ value }) => value),
      ),
      each.uniqueItems !== undefined,
      each.contains.map(({ min, max }) => [min, max]),
      [...each.properties].map(([name, { required, origins, open }]) => [
        name,
        required !== undefined,
        origins.length > 0,
        ...(open === undefined ? [] : [[...open.required.value], open.isDeclared]),
      ]),
      each.patternProperties.map(({ pattern }) => pattern),
      each.dependentRequired.map(({ name, required, open }) => [
        name,
        required.value,
        ...(open === undefined ? [] : [[...open]]),
      ]),
      each.dependentSchemas.map(({ name }) => name),
      [each.anyOf, each.oneOf].map((unions) => unions.map((branches) => branches.length)),
      each.conditionals.map((conditional) => [
        conditional.then !== undefined,
        conditional.else !== undefined,
      ]),
      [each.propertyNames, each.prefixItems, each.not].map((nodes) => nodes.length),
      [
        each.additionalProperties,
        each.items,
        each.unevaluatedProperties,
        each.unevaluatedItems,
      ].map((child) => child !== undefined),
      childNodes(each).map(outline),
    ];
  }
}
