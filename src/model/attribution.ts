/**
 * Finds which capability contributed which member of a type. The result is a tree that follows the type's members
 * down to where another capability's begin; undefined for a type of no capability.
 */

import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import { defineMember } from "../json-schema/json-objects.js";
import type { Catalog } from "./catalog/catalog.js";
import { childNodes, collectGroups, collectUsed } from "./graph.js";
import { wholeNode, type Definition, type Node, type Property } from "./node.js";

/** By name, which may be `__proto__`. */
type Tree = ReadonlyMap<string, string | Attribution>;

const EMPTY: Tree = new Map();

/** The capability that the members of a node belong to by default, and the definitions that enclose the node. */
interface Context {
  readonly inherited: string;
  /** They end recursion: a definition is not expanded within itself. */
  readonly enclosing: ReadonlySet<Definition>;
}

export class Attributor {
  readonly #catalog: Catalog;
  /** The trees of definitions, by inherited capability, where no recursion was cut short. */
  readonly #trees = new Map<string, Tree>();
  readonly #owners = new Map<Definition, ReadonlySet<string>>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** The members that the definition's own check reports: a base that it calls names its own capability. */
  attributeOwn(definition: Definition): Attribution | undefined {
    return this.#attribute(definition, (definition.layers?.addition ?? definition).node);
  }

  /** All members, those of the base too. */
  attributeAll(definition: Definition): Attribution | undefined {
    return this.#attribute(definition, wholeNode(definition));
  }

  #attribute(definition: Definition, node: Node): Attribution | undefined {
    const owner = this.#catalog.entry(definition).capability;
    if (owner === undefined) return undefined;
    const context = { inherited: owner, enclosing: new Set([definition]) };
    return withOwner(owner, this.#treeOf(node, context));
  }

  #treeOf(node: Node, context: Context): Tree {
    const { inherited, enclosing } = context;
    const tree = new Map<string, string | Attribution>();
    const addAll = (others: Tree): void => others.forEach((each, name) => tree.set(name, each));
    const add = (name: string, child: Node, owner: string): void => {
      // The tree keeps its owner under the empty name; a member of that name belongs to its object.
      if (name === "") return;
      const below = this.#treeOf(child, { inherited: owner, enclosing });
      if (below.size > 0) tree.set(name, withOwner(owner === inherited ? undefined : owner, below));
      else if (owner !== inherited) tree.set(name, owner);
    };
    node.properties.forEach((property, name) =>
      add(name, property.node, this.#introducerOf(property) ?? inherited),
    );
    if (node.items !== undefined) add("*", node.items, inherited);
    if (node.additionalProperties !== undefined) add("*", node.additionalProperties, inherited);
    for (const definition of node.references)
      if (!enclosing.has(definition)) addAll(this.#treeOfReference(definition, context));
    for (const branch of [...node.anyOf, ...node.oneOf].flat())
      addAll(this.#treeOf(branch, context));
    return tree;
  }

  #treeOfReference(definition: Definition, { inherited, enclosing }: Context): Tree {
    // Types that lead to each other in many ways are mostly of one capability, or of none.
    if ([...this.#ownersBelow(definition)].every((owner) => owner === inherited)) return EMPTY;
    const key = `${inherited} ${definition.key}`;
    const tree =
      this.#trees.get(key) ??
      this.#treeOf(definition.node, {
        inherited,
        enclosing: new Set(enclosing).add(definition),
      });
    if (enclosing.size === 1) this.#trees.set(key, tree);
    return tree;
  }

  /** The capabilities that have introduced a member, however far below. */
  #ownersBelow(definition: Definition): ReadonlySet<string> {
    for (const group of collectGroups(definition, (each) => this.#owners.has(each))) {
      const owners = this.#ownersOfGroup(group);
      for (const each of group) this.#owners.set(each, owners);
    }
    return this.#owners.get(definition)!;
  }

  #ownersOfGroup(group: readonly Definition[]): ReadonlySet<string> {
    const all = new Set(group.flatMap(({ node }) => [...this.#ownersIn(node)]));
    let largest: ReadonlySet<string> | undefined;
    for (const below of group.flatMap(collectUsed)) {
      const owners = this.#owners.get(below);
      if (owners === undefined || owners === largest) continue;
      for (const owner of owners) all.add(owner);
      if (largest === undefined || owners.size > largest.size) largest = owners;
    }
    // Types that lead to each other mostly share their owners, and then the set.
    return largest?.size === all.size ? largest : all;
  }

  *#ownersIn(node: Node): Generator<string> {
    for (const property of node.properties.values()) {
      const owner = this.#introducerOf(property);
      if (owner !== undefined) yield owner;
    }
    for (const child of childNodes(node)) yield* this.#ownersIn(child);
  }

  /** The capability whose schema is the first to declare a member. */
  #introducerOf({ origins: [first] }: Property): string | undefined {
    return first && this.#catalog.ownerOf(first.document);
  }
}

function withOwner(owner: string | undefined, members: Tree): Attribution {
  const attribution: Record<string, string | Attribution> = {};
  if (owner !== undefined) attribution[""] = owner;
  members.forEach((each, name) => defineMember(attribution, name, each));
  return attribution;
}
