/**
 * Which capability contributed which member of a type. In: a definition. Out: a tree that follows the
 * type's members down to where another capability's begin; undefined where there is nothing to tell.
 */

import type { Attribution } from "@proto-gen/runtime/schema";
import type { Catalog } from "./catalog.js";
import { childNodes, reachable } from "./graph.js";
import { wholeNode, type Definition, type Node, type Property } from "./node.js";

export interface Attributor {
  /** For what the definition's check reports itself: a base that it calls names its own capability. */
  reported(definition: Definition): Attribution | undefined;
  /** For all members. */
  whole(definition: Definition): Attribution | undefined;
}

/** By name, which may be `__proto__`. */
type Tree = ReadonlyMap<string, string | Attribution>;

export function createAttributor(catalog: Catalog): Attributor {
  // What is below a definition, for one capability to inherit, where no recursion was cut short.
  const known = new Map<string, Tree>();
  const owners = new Map<Definition, ReadonlySet<string>>();

  function attribute(definition: Definition, node: Node): Attribution | undefined {
    const owner = catalog.entry(definition).capability;
    return owner === undefined
      ? undefined
      : withOwner(owner, membersOf(node, owner, new Set([definition])));
  }

  function membersOf(node: Node, inherited: string, open: ReadonlySet<Definition>): Tree {
    const tree = new Map<string, string | Attribution>();
    const addAll = (others: Tree): void => others.forEach((each, name) => tree.set(name, each));
    const add = (name: string, child: Node, owner: string): void => {
      // The tree has its owner under this name; such a member is its object's.
      if (name === "") return;
      const below = membersOf(child, owner, open);
      if (below.size > 0) tree.set(name, withOwner(owner === inherited ? undefined : owner, below));
      else if (owner !== inherited) tree.set(name, owner);
    };
    for (const [name, property] of node.properties)
      add(name, property.node, ownerOf(property, inherited));
    if (node.items !== undefined) add("*", node.items, inherited);
    if (node.additionalProperties !== undefined) add("*", node.additionalProperties, inherited);
    for (const definition of node.references) {
      if (open.has(definition)) continue;
      addAll(below(definition, inherited, open));
    }
    for (const branch of [...node.anyOf, ...node.oneOf].flat())
      addAll(membersOf(branch, inherited, open));
    return tree;
  }

  function below(definition: Definition, inherited: string, open: ReadonlySet<Definition>): Tree {
    // Types that lead to each other in many ways are mostly of one capability, or of none.
    if ([...ownersBelow(definition)].every((owner) => owner === inherited)) return new Map();
    const key = `${inherited} ${definition.key}`;
    const tree =
      known.get(key) ?? membersOf(definition.node, inherited, new Set(open).add(definition));
    if (open.size === 1) known.set(key, tree);
    return tree;
  }

  /** The capabilities that have introduced a member, however far below. */
  function ownersBelow(definition: Definition): ReadonlySet<string> {
    const found =
      owners.get(definition) ??
      new Set(reachable([definition]).flatMap(({ node }) => [...ownersIn(node)]));
    owners.set(definition, found);
    return found;
  }

  function* ownersIn(node: Node): Generator<string> {
    for (const { origins } of node.properties.values()) {
      const owner = catalog.ownerOf(origins[0]?.document ?? "");
      if (owner !== undefined) yield owner;
    }
    for (const child of childNodes(node)) yield* ownersIn(child);
  }

  /** The first schema that declares a member introduced it. */
  function ownerOf({ origins }: Property, inherited: string): string {
    const [first] = origins;
    return (first && catalog.ownerOf(first.document)) ?? inherited;
  }

  return {
    reported: (definition) =>
      attribute(definition, (definition.layers?.addition ?? definition).node),
    whole: (definition) => attribute(definition, wholeNode(definition)),
  };
}

function withOwner(owner: string | undefined, members: Tree): Attribution {
  const own: [string, string][] = owner === undefined ? [] : [["", owner]];
  return Object.fromEntries([...own, ...members]);
}
