/**
 * The discriminator of a union: one member that every branch requires, with literals that no other branch has.
 * Validators choose the branch by it, so that issues are those of one branch.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Node, Property } from "./node.js";

export interface Discriminator {
  readonly name: string;
  /** Literals by branch, in the order of the branches. */
  readonly values: readonly (readonly Json[])[];
}

export function findDiscriminator(branches: readonly Node[]): Discriminator | undefined {
  const [first] = branches;
  if (first === undefined || branches.length < 2 || !branches.every(isObjectOnly)) return undefined;
  for (const name of memberNames(first)) {
    const values = branches.map((branch) => literalsOf(branch, name));
    if (values.every((each) => each !== undefined) && areDisjoint(values as Json[][]))
      return { name, values: values as Json[][] };
  }
  return undefined;
}

function isObjectOnly(node: Node): boolean {
  const types = node.types?.value;
  if (types?.length === 1 && types[0] === "object") return true;
  return node.references.some(({ node: target }) => isObjectOnly(target));
}

function memberNames(node: Node): string[] {
  return [
    ...node.properties.keys(),
    ...node.references.flatMap(({ node: target }) => memberNames(target)),
  ];
}

function literalsOf(node: Node, name: string): readonly Json[] | undefined {
  const property = findProperty(node, name);
  if (property?.required === undefined) return undefined;
  const values = property.node.values?.value;
  return values?.every((value) => typeof value === "string") === true ? values : undefined;
}

function findProperty(node: Node, name: string): Property | undefined {
  const own = node.properties.get(name);
  if (own?.required !== undefined && own.node.values !== undefined) return own;
  for (const { node: target } of node.references) {
    const found = findProperty(target, name);
    if (found !== undefined) return found;
  }
  return own;
}

function areDisjoint(values: readonly (readonly Json[])[]): boolean {
  const all = values.flat();
  return new Set(all).size === all.length;
}
