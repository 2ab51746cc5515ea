/** A schema as rules see it: its references followed, with its types, literals and alternatives. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import {
  soleReference,
  type Annotations,
  type Content,
  type Definition,
  type JsonType,
  type Node,
} from "../../model/node.js";
import { satisfies } from "../../model/instance/satisfies.js";
import { typeOf } from "../../model/json-type.js";
import { NodeBuilder } from "../../model/node-builder.js";
import { normalNode } from "../normal/normal-node.js";
import { isOpenEnum } from "../normal/normal-union.js";
import type { SideContext } from "../side.js";

export interface Value {
  readonly context: SideContext;
  readonly node: Node;
  /** The outermost annotation of each kind wins. */
  readonly annotations: Annotations;
  readonly content: Content;
  /** The place that uses the value: for a reference, the reference itself. */
  readonly at: SchemaAddress;
  /** The definition that was followed last. */
  readonly definition: Definition | undefined;
  /** The types that a value may have; undefined for all. */
  readonly types: readonly JsonType[] | undefined;
  /** The only values; undefined where there are others. */
  readonly literals: readonly Json[] | undefined;
  /** The values of an open enumeration, which allows others too. */
  readonly openEnum: readonly Json[] | undefined;
  /** True if null is one of the values; undefined if any value is allowed. */
  readonly isNullable: boolean | undefined;
  /** The alternatives of the only union; undefined if there is none, or more than one. */
  readonly branches: readonly Node[] | undefined;
}

/** How two schemas relate, all the way down. */
export interface SchemaRelations {
  /** They have the same values. */
  areEquivalent(before: Node, after: Node): boolean;
  /** Every value of `before` is a value of `after`. */
  acceptsAll(before: Node, after: Node): boolean;
  /** No value of `after` is new. */
  addsNoValues(before: Node, after: Node): boolean;
  /** No value satisfies all of the nodes, whatever side they are of. */
  areDisjoint(nodes: readonly Node[]): boolean;
}

export interface ValuePair extends SchemaRelations {
  readonly before: Value;
  readonly after: Value;
  /** The same values are valid on both sides, in whatever words. */
  readonly isSameSet: boolean;
  /** The author announced that the member will go; rules for members report it. */
  readonly isAnnounced: boolean;
}

export function resolveValue(context: SideContext, node: Node): Value {
  const followed = followReferences(context, node);
  const { node: own } = followed;
  const openEnum = findOpenEnum(own);
  const literals = allowedLiterals(own);
  const types = literals === undefined ? own.types?.value : [...new Set(literals.map(typeOf))];
  return {
    context,
    ...followed,
    at: node.origin,
    types,
    literals,
    isNullable: nullability(own, types),
    openEnum,
    branches: openEnum === undefined ? branchesOf(own) : undefined,
  };
}

/** A `false` schema, or rules that no value satisfies. */
export function allowsNothing({ node, types }: Value): boolean {
  return node.never !== undefined || types?.length === 0;
}

/** An address that no document has. */
export const NOWHERE: SchemaAddress = Object.freeze({ document: "", pointer: "" });

/** Stands for every unconstrained schema. */
export const ANYTHING: Definition = Object.freeze({
  key: "anything",
  origin: NOWHERE,
  node: new NodeBuilder(NOWHERE).finish(),
});

/** A schema that everything satisfies. */
export function anyNode(at: Node): Node {
  return new NodeBuilder(at.origin).finish();
}

function followReferences(
  context: SideContext,
  start: Node,
): Pick<Value, "node" | "annotations" | "content" | "definition"> {
  let node = normalNode(start, context.sets);
  // A sole branch stands for its union, whose annotations are further out.
  let annotations = { ...node.annotations, ...start.annotations };
  let content = { ...node.content, ...start.content };
  let definition: Definition | undefined;
  for (;;) {
    const next = soleReference(node) ?? intersectReferences(context, node);
    if (next === undefined || next === definition)
      return { node, annotations, content, definition };
    definition = next;
    node = normalNode(next.node, context.sets);
    annotations = { ...node.annotations, ...annotations };
    content = { ...node.content, ...content };
  }
}

/** Several references at one place are one schema: a value has to satisfy all of them. */
function intersectReferences(context: SideContext, node: Node): Definition | undefined {
  const [first, ...others] = node.references.map(({ origin }) => origin);
  if (first === undefined || others.length === 0) return undefined;
  const alone = soleReference({ ...node, references: node.references.slice(0, 1) });
  return alone && defineIntersection(context, [first, ...others]);
}

const intersections = new WeakMap<SideContext, Map<string, Definition>>();

/**
 * Schemas at several addresses as one: a value has to satisfy all of them. An intersection is in no document: it takes
 * the address of its first part.
 */
export function defineIntersection(
  context: SideContext,
  targets: readonly [SchemaAddress, ...SchemaAddress[]],
): Definition {
  const ofContext = intersections.get(context) ?? new Map<string, Definition>();
  intersections.set(context, ofContext);
  const references = targets.map(referenceTo);
  const uri = `joined:${encodeURIComponent(references.join(" "))}`;
  const found = ofContext.get(uri);
  if (found !== undefined) return found;
  const schema: JsonObject = { $id: uri, allOf: references.map(($ref) => ({ $ref })) };
  context.schemas.addComposed(uri, schema);
  const { key, node } = context.lowering.definition(uri);
  const [origin] = targets;
  const created = { key, origin, node: { ...node, origin } };
  ofContext.set(uri, created);
  return created;
}

/** The schema at an address, which may speak of another value than the one around it. */
export function lowerSchema({ lowering }: SideContext, at: SchemaAddress): Node {
  return lowering.definition(referenceTo(at)).node;
}

function referenceTo({ document, pointer }: SchemaAddress): string {
  return pointer === ""
    ? document
    : `${document}#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}

/** The listed values that the schema's other rules allow. */
function allowedLiterals(node: Node): readonly Json[] | undefined {
  // Without the list itself: searching it for each of its values would be quadratic.
  const others: Node = { ...node, values: undefined };
  return node.values?.value.filter((value) => satisfies(others, value, { assertFormats: false }));
}

/** `anyOf` of literals and of any string: an open enumeration. */
function findOpenEnum({ anyOf, oneOf }: Node): readonly Json[] | undefined {
  const [group, ...others] = [...anyOf, ...oneOf];
  if (group === undefined || others.length > 0 || !isOpenEnum(group)) return undefined;
  const lists = group.flatMap(({ values }) => values?.value ?? []);
  return lists.filter((each) => each !== null);
}

function branchesOf({ anyOf, oneOf }: Node): readonly Node[] | undefined {
  const [group, ...others] = [...anyOf, ...oneOf];
  return others.length > 0 ? undefined : group;
}

/** Undefined where a node says nothing of types. */
function nullability(node: Node, types: Value["types"]): boolean | undefined {
  const isStated = types !== undefined || node.anyOf.length + node.oneOf.length > 0;
  return isStated ? satisfies(node, null) : undefined;
}
