/**
 * Derived types: how a type that builds on another is declared. TypeScript lets an interface extend another only where
 * the members that both declare are assignable, so a member that is not has to be omitted from the base. Whether one
 * type is assignable to another depends on what that other omits in turn, and types may be recursive.
 */

import {
  soleReference,
  wholeNode,
  type Definition,
  type Layers,
  type Node,
  type Property,
} from "../v1.js";
import type { Model } from "../../model/model.js";
import { qualifiedName } from "../../text/words.js";
import { isInterface, isObjectType } from "./type-schema.js";
import { hasIndex, hasOpenPatterns, typeHasIndex } from "./other-members.js";
import { informativeUnions } from "./value-kinds.js";
import { typeText, valuesText, type TypeName } from "./type-text.js";

export interface DerivedType {
  /** Those that the declaration itself has. */
  readonly members: ReadonlyMap<string, Property>;
  /** Names of the base's members that the declaration replaces. */
  readonly omitted: readonly string[];
  /** False where the base or the addition is not an interface: then the type is an intersection. */
  readonly isInterface: boolean;
  /** The schema of the addition, where it says more than members. */
  readonly addition: Node | undefined;
}

/** The types of a model that are resolved so far. A recursive type is assumed to omit nothing until it is resolved. */
interface DerivationState {
  readonly resolved: Map<Definition, DerivedType | undefined>;
  /** Types that are being resolved further out. */
  readonly open: Set<Definition>;
  /** Open types for which the assumption was made. */
  readonly assumed: Set<Definition>;
  /** Types for which the assumption was wrong. */
  readonly refuted: Set<Definition>;
}

const states = new WeakMap<Model, DerivationState>();

function stateOf(model: Model): DerivationState {
  const state = states.get(model) ?? {
    resolved: new Map<Definition, DerivedType | undefined>(),
    open: new Set<Definition>(),
    assumed: new Set<Definition>(),
    refuted: new Set<Definition>(),
  };
  states.set(model, state);
  return state;
}

/** @returns undefined where the definition's type is declared as a whole */
export function resolveDerivedType(definition: Definition, model: Model): DerivedType | undefined {
  const { resolved, open, assumed, refuted } = stateOf(model);
  if (resolved.has(definition)) return resolved.get(definition);
  open.add(definition);
  const derived = deriveType(definition, model);
  open.delete(definition);
  if ((derived?.omitted.length ?? 0) > 0 && assumed.has(definition)) {
    // Everything resolved meanwhile may rest on the wrong assumption.
    resolved.clear();
    assumed.clear();
    refuted.add(definition);
    return resolveDerivedType(definition, model);
  }
  resolved.set(definition, derived);
  return derived;
}

function deriveType(definition: Definition, model: Model): DerivedType | undefined {
  const { layers, node } = definition;
  if (layers === undefined) return undefined;
  const isOpen = typeHasIndex(layers.base);
  const isPlain = layers.addition === undefined ? isObjectType(node) : addsMembersOnly(layers);
  if (layers.addition === undefined && !(isPlain && buildsOn(node, layers.base, model)))
    return undefined;
  const members = new Map<string, Property>();
  const omitted: string[] = [];
  for (const [name, property] of layers.members) {
    const inherited = layers.inherited.get(name);
    if (inherited !== undefined && isSameMember(inherited, property, model)) continue;
    members.set(name, property);
    // An intersection has the member of both; without its index signature, the base would be another type.
    if (inherited === undefined || isOpen) continue;
    if (!isAssignable(property.node, inherited.node, model)) omitted.push(name);
  }
  return {
    members,
    omitted,
    isInterface: isPlain && declaresInterface(layers.base),
    addition: isPlain ? undefined : layers.addition?.node,
  };
}

/** False for a base whose index signature is another, or would refuse what is added. */
function buildsOn(node: Node, base: Definition, model: Model): boolean {
  return !hasOpenPatterns(wholeNode(base)) && hasSameIndex(node, base, model);
}

/** True where the type of the members that no name declares is that of the base. */
function hasSameIndex(node: Node, base: Definition, model: Model): boolean {
  const nameOf = qualifiedNames(model);
  const [own, theirs] = [node, wholeNode(base)].map((each) =>
    hasIndex(each) ? valuesText(each, nameOf) : undefined,
  );
  return own === theirs;
}

/** True where the addition has nothing but members, so that an interface can declare it. */
function addsMembersOnly({ addition }: Layers): boolean {
  return addition === undefined || isSilent(addition.node) || isInterface(addition.node);
}

/** True where a type would not tell that the schema is there. */
function isSilent(node: Node): boolean {
  const hasParts = node.references.length > 0 || informativeUnions(node).length > 0;
  return node.properties.size === 0 && !hasIndex(node) && !hasParts;
}

const interfaces = new WeakMap<Definition, boolean>();

function declaresInterface(definition: Definition): boolean {
  const { node, layers } = definition;
  if (layers?.addition === undefined) return isInterface(node);
  const known = interfaces.get(definition);
  const result = known ?? (addsMembersOnly(layers) && declaresInterface(layers.base));
  interfaces.set(definition, result);
  return result;
}

function isSameMember(left: Property, right: Property, model: Model): boolean {
  const isRequired = left.required !== undefined;
  return (
    isRequired === (right.required !== undefined) &&
    textOf(left.node, model) === textOf(right.node, model)
  );
}

/** The text of a type with qualified names, so that texts of different modules can be compared. */
function textOf(node: Node, model: Model): string {
  return typeText(node, qualifiedNames(model));
}

function qualifiedNames(model: Model): TypeName {
  return (definition) => {
    const { module, name } = model.typeOf(definition);
    return qualifiedName(module, name);
  };
}

/** True where TypeScript sees that a type is assignable, given that its values are a subset. */
function isAssignable(node: Node, base: Node, model: Model): boolean {
  const wider = textOf(base, model);
  if (wider === "unknown" || wider === textOf(node, model)) return true;
  const [own, theirs] = [soleReference(node), soleReference(base)];
  if (theirs !== undefined) return own !== undefined && extendsType(own, theirs, model);
  if (own !== undefined) return false;
  // An interface has no index signature, a type literal has one where it is asked for.
  if (wider === "Record<string, unknown>" && isObjectType(node)) return true;
  if (isScalar(node) && isScalar(base)) return true;
  if (node.items !== undefined && base.items !== undefined)
    return isList(node) && isList(base) && isAssignable(node.items, base.items, model);
  return isInterface(node) && isInterface(base)
    ? [...base.properties].every(([name, property]) => {
        const same = node.properties.get(name);
        return same !== undefined && isAssignable(same.node, property.node, model);
      })
    : false;
}

function extendsType(definition: Definition, base: Definition, model: Model): boolean {
  const wanted = model.typeOf(base);
  for (let at: Definition | undefined = definition; at !== undefined; at = at.layers?.base)
    if (model.typeOf(at) === wanted) return omitsNothing(definition, at, model);
  return false;
}

/** A derived type that omits members of its base is not known to be assignable to it. */
function omitsNothing(from: Definition, to: Definition, model: Model): boolean {
  const { open, assumed, refuted } = stateOf(model);
  for (let at = from; at !== to && at.layers !== undefined; at = at.layers.base) {
    if (refuted.has(at)) return false;
    if (open.has(at)) assumed.add(at);
    else if ((resolveDerivedType(at, model)?.omitted.length ?? 1) > 0) return false;
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
