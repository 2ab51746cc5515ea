/**
 * Decides how a type that builds on another is declared. In: a definition with layers. Out: the members that its
 * declaration shows, and those of the base that it has to leave out, since TypeScript lets an interface extend another
 * only where what both declare is assignable.
 */

import type { Definition, Layers, Node, Property } from "../../model/node.js";
import { soleReference } from "../../model/node.js";
import type { Model } from "../../model/model.js";
import { qualifiedName } from "../../text/words.js";
import { isInterface, typeText } from "./type-schema.js";

export interface Shown {
  readonly members: ReadonlyMap<string, Property>;
  readonly omitted: readonly string[];
  /** False where the base, or what is added, is no interface: then both are joined. */
  readonly isInterface: boolean;
  /** What is added, where it says more than members. */
  readonly addition: Node | undefined;
}

/** What is known of a model's types, or taken for granted while it is found out. */
interface Findings {
  readonly shown: Map<Definition, Shown | undefined>;
  /** Types that are being looked at, further out: what leads back to one takes it that it leaves nothing out. */
  readonly open: Set<Definition>;
  /** Those of which that was taken for granted. */
  readonly trusted: Set<Definition>;
  /** Those of which it was not true. */
  readonly broken: Set<Definition>;
}

const findings = new WeakMap<Model, Findings>();

/** Undefined where the definition's type is better told whole. */
export function shownOf(definition: Definition, model: Model): Shown | undefined {
  const known = findings.get(model) ?? {
    shown: new Map<Definition, Shown | undefined>(),
    open: new Set<Definition>(),
    trusted: new Set<Definition>(),
    broken: new Set<Definition>(),
  };
  findings.set(model, known);
  if (known.shown.has(definition)) return known.shown.get(definition);
  known.open.add(definition);
  const shown = findShown(definition, model);
  known.open.delete(definition);
  if ((shown?.omitted.length ?? 0) > 0 && known.trusted.has(definition)) {
    // All that was found meanwhile may rest on it.
    known.shown.clear();
    known.trusted.clear();
    known.broken.add(definition);
    return shownOf(definition, model);
  }
  known.shown.set(definition, shown);
  return shown;
}

function findShown(definition: Definition, model: Model): Shown | undefined {
  const { layers, node } = definition;
  if (layers === undefined) return undefined;
  const isPlain = layers.addition === undefined ? isInterface(node) : isExtending(layers);
  if (!isPlain && layers.addition === undefined) return undefined;
  const members = new Map<string, Property>();
  const omitted: string[] = [];
  for (const [name, property] of layers.members) {
    const before = layers.inherited.get(name);
    if (before !== undefined && isSame(before, property, model)) continue;
    members.set(name, property);
    if (before !== undefined && !isAssignable(property.node, before.node, model))
      omitted.push(name);
  }
  return {
    members,
    omitted,
    isInterface: isPlain && declaresInterface(layers.base),
    addition: isPlain ? undefined : layers.addition?.node,
  };
}

/** Whether what an addition says is members, so that an interface can say it. */
function isExtending({ addition }: Layers): boolean {
  return (
    addition === undefined || addition.node.properties.size === 0 || isInterface(addition.node)
  );
}

const declared = new WeakMap<Definition, boolean>();

function declaresInterface(definition: Definition): boolean {
  const { node, layers } = definition;
  if (layers?.addition === undefined) return isInterface(node);
  const found = declared.get(definition) ?? (isExtending(layers) && declaresInterface(layers.base));
  declared.set(definition, found);
  return found;
}

function isSame(left: Property, right: Property, model: Model): boolean {
  const isRequired = left.required !== undefined;
  return (
    isRequired === (right.required !== undefined) &&
    textOf(left.node, model) === textOf(right.node, model)
  );
}

/** A type's text, by names that no module changes. */
function textOf(node: Node, model: Model): string {
  return typeText(node, (definition) => {
    const { module, name } = model.typeOf(definition);
    return qualifiedName(module, name);
  });
}

/** Whether TypeScript takes what is known to be a subset of the values for one of the types, too. */
function isAssignable(node: Node, before: Node, model: Model): boolean {
  const wider = textOf(before, model);
  if (wider === "unknown" || wider === textOf(node, model)) return true;
  const [own, theirs] = [soleReference(node), soleReference(before)];
  if (theirs !== undefined) return own !== undefined && extendsType(own, theirs, model);
  if (own !== undefined) return false;
  // An interface has no index signature, a type literal has one where it is asked for.
  if (wider === "Record<string, unknown>" && isInterface(node)) return true;
  if (isScalar(node) && isScalar(before)) return true;
  if (node.items !== undefined && before.items !== undefined)
    return isList(node) && isList(before) && isAssignable(node.items, before.items, model);
  return isInterface(node) && isInterface(before)
    ? [...before.properties].every(([name, property]) => {
        const same = node.properties.get(name);
        return same !== undefined && isAssignable(same.node, property.node, model);
      })
    : false;
}

function extendsType(definition: Definition, base: Definition, model: Model): boolean {
  const wanted = model.typeOf(base);
  for (let at: Definition | undefined = definition; at !== undefined; at = at.layers?.base)
    if (model.typeOf(at) === wanted) return shownBetween(definition, at, model);
  return false;
}

/** A type that leaves out members of a base is not assignable to it for sure. */
function shownBetween(from: Definition, to: Definition, model: Model): boolean {
  const known = findings.get(model);
  for (let at = from; at !== to && at.layers !== undefined; at = at.layers.base) {
    if (known?.broken.has(at) === true) return false;
    if (known?.open.has(at) === true) known.trusted.add(at);
    else if ((shownOf(at, model)?.omitted.length ?? 1) > 0) return false;
  }
  return true;
}

function isList({ types, prefixItems, references }: Node): boolean {
  return types?.value.join() === "array" && prefixItems.length === 0 && references.length === 0;
}

const SCALARS = ["null", "boolean", "integer", "number", "string"];

function isScalar({ types, values, references, anyOf, oneOf }: Node): boolean {
  const isPlain = references.length === 0 && anyOf.length === 0 && oneOf.length === 0;
  const isValue = values?.value.every((value) => typeof value !== "object" || value === null);
  return isPlain && (isValue ?? types?.value.every((type) => SCALARS.includes(type)) ?? false);
}
