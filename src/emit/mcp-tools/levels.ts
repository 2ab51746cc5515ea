/**
 * How far each node of a tool's arguments is from the arguments themselves. The members of the arguments are the first level, their
 * members the second; items are on the level of their list. A node that is used several times has the least of its levels.
 */

import { childNodes, soleReference, type Node } from "../v1.js";

export interface Levels {
  readonly of: ReadonlyMap<Node, number>;
  /** The nodes whose own description is read: not those that are used only where another description stands. */
  readonly described: ReadonlySet<Node>;
  /**
   * The nodes whose schema may accept more, since the whole then accepts more, never less: not those that a negation, a condition or a
   * choice of exactly one asks about.
   */
  readonly widening: ReadonlySet<Node>;
}

export function levelsOf(root: Node): Levels {
  const levels = new Map<Node, number>();
  const described = new Set<Node>();
  for (let level = 0, current = [root]; current.length > 0; level++) {
    const next: Node[] = [];
    for (let node = current.pop(); node !== undefined; node = current.pop()) {
      if (levels.has(node)) continue;
      levels.set(node, level);
      const isOverridden =
        soleReference(node) !== undefined && node.annotations.description !== undefined;
      const targets = targetsOf(node);
      if (!isOverridden) for (const each of targets) described.add(each);
      current.push(...targets);
      const members = new Set(memberNodes(node));
      for (const each of childNodes(node)) {
        described.add(each);
        (members.has(each) ? next : current).push(each);
      }
    }
    current = next;
  }
  return { of: levels, described, widening: wideningFrom(root) };
}

function memberNodes(node: Node): Node[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = node;
  return [
    ...[...properties.values()].map((each) => each.node),
    ...patternProperties.map((each) => each.node),
    ...[additionalProperties ?? [], unevaluatedProperties ?? []].flat(),
  ];
}

function wideningFrom(root: Node): ReadonlySet<Node> {
  const found = new Set([root]);
  const asked = new Set<Node>();
  for (const node of found) {
    const own = new Set(askedBy(node));
    for (const each of own) asked.add(each);
    for (const each of [...childNodes(node), ...targetsOf(node)])
      if (!own.has(each)) found.add(each);
  }
  for (const node of asked)
    for (const each of [...childNodes(node), ...targetsOf(node)]) asked.add(each);
  return new Set([...found].filter((each) => !asked.has(each)));
}

function askedBy({ not, conditionals, oneOf, contains }: Node): Node[] {
  return [
    ...not,
    ...conditionals.map((each) => each.if),
    ...oneOf.flat(),
    ...contains.map(({ node }) => node),
  ];
}

function targetsOf({ references }: Node): Node[] {
  return references.map(({ node }) => node);
}
