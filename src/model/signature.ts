/**
 * Which definitions are one type: views of one schema that say the same. In: definitions, each with
 * its family. Out: the class of each; definitions of one class have equal rules, and refer to equal
 * classes, all the way down.
 */

import { BOUNDS, type Definition, type Node } from "./node.js";
import { childNodes } from "./graph.js";

/** Definitions may only be one type within a family: the views and compositions of one schema. */
export type Family = (definition: Definition) => string;

/** Partition refinement: from families and local rules, split until references agree too. */
export function classify(
  definitions: readonly Definition[],
  family: Family,
): Map<Definition, number> {
  const sizes = new Map<string, number>();
  for (const definition of definitions)
    sizes.set(family(definition), (sizes.get(family(definition)) ?? 0) + 1);
  // One that is alone in its family is a class of its own, whatever it says.
  const outlines = new Map(
    definitions
      .filter((definition) => (sizes.get(family(definition)) ?? 0) > 1)
      .map((definition) => [definition, outlineOf(definition.node)]),
  );
  let classes = numberBy(
    definitions,
    (definition) => `${family(definition)}\n${outlines.get(definition)?.text}`,
  );
  for (;;) {
    const refined = numberBy(definitions, (definition) => {
      const references = outlines.get(definition)?.references ?? [];
      return `${classes.get(definition)} ${references.map((each) => `${classes.get(each)}`).join(" ")}`;
    });
    if (countOf(refined) === countOf(classes)) return classes;
    classes = refined;
  }
}

function numberBy(
  definitions: readonly Definition[],
  keyOf: (definition: Definition) => string,
): Map<Definition, number> {
  const numbers = new Map<string, number>();
  return new Map(
    definitions.map((definition) => {
      const key = keyOf(definition);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return [definition, number];
    }),
  );
}

function countOf(classes: ReadonlyMap<Definition, number>): number {
  return new Set(classes.values()).size;
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
