/**
 * A schema as the rules see it: what a value must be on one side, its references followed. In: a node. Out:
 * the node with what several rules ask of it: its types, its literals, its alternatives.
 */

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
import { NodeBuilder } from "../../model/node-builder.js";
import type { SideContext } from "../side.js";

export interface Value {
  readonly context: SideContext;
  readonly node: Node;
  /** The outermost of each. */
  readonly annotations: Annotations;
  readonly content: Content;
  /** Where it is said of this value: the reference, where it is one. */
  readonly at: SchemaAddress;
  /** The definition that was followed last. */
  readonly definition: Definition | undefined;
  /** The types that a value may have; undefined for all. */
  readonly types: readonly JsonType[] | undefined;
  /** The only values; undefined where there are others. */
  readonly literals: readonly Json[] | undefined;
  /** Values that are named beside others: an open enumeration. */
  readonly openEnum: readonly Json[] | undefined;
  /** Alternatives, one of which must hold; undefined where there are none, or several groups of them. */
  readonly branches: readonly Node[] | undefined;
}

/** What a rule may ask of two schemas, all the way down. */
export interface SchemaRelations {
  /** Whether they say the same, descriptions aside. */
  areEquivalent(before: Node, after: Node): boolean;
  /** Whether every value of the one is a value of the other. */
  acceptsAll(before: Node, after: Node): boolean;
  /** Whether no value of the other is new. */
  addsNoValues(before: Node, after: Node): boolean;
}

export interface ValuePair extends SchemaRelations {
  readonly before: Value;
  readonly after: Value;
  /** The value is to go, and the rules for members say so. */
  readonly isAnnounced: boolean;
}

export function valueOf(context: SideContext, node: Node): Value {
  const followed = followReferences(context, node);
  const { node: own } = followed;
  const openEnum = findOpenEnum(own);
  const literals = allowedLiterals(own);
  return {
    context,
    ...followed,
    at: node.origin,
    types: literals === undefined ? own.types?.value : [...new Set(literals.map(typeOf))],
    literals,
    openEnum,
    branches: openEnum === undefined ? branchesOf(own) : undefined,
  };
}

/** A `false` schema, or rules that no value satisfies. */
export function allowsNothing({ node, types }: Value): boolean {
  return node.never !== undefined || types?.length === 0;
}

const NOWHERE = Object.freeze({ document: "", pointer: "" });

/** What stands for all that say nothing. */
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
  let node = start;
  let { annotations, content } = start;
  let definition: Definition | undefined;
  for (;;) {
    const next = soleReference(node) ?? intersectReferences(context, node);
    if (next === undefined || next === definition)
      return { node, annotations, content, definition };
    definition = next;
    node = next.node;
    annotations = { ...node.annotations, ...annotations };
    content = { ...node.content, ...content };
  }
}

/** Several references in one place are one schema: all of them hold. */
function intersectReferences(context: SideContext, node: Node): Definition | undefined {
  if (node.references.length < 2) return undefined;
  const targets = node.references.map(({ origin }) => origin);
  const alone = soleReference({ ...node, references: node.references.slice(0, 1) });
  if (alone === undefined || targets.some(({ document }) => document.startsWith(INTERSECTION)))
    return undefined;
  return defineIntersection(context, targets);
}

/** How the URI of what was joined begins. */
const INTERSECTION = "joined:";

/** Schemas at several addresses as one: a value has to satisfy all of them. */
export function defineIntersection(
  context: SideContext,
  targets: readonly SchemaAddress[],
): Definition {
  const references = targets.map(referenceTo);
  const uri = `${INTERSECTION}${encodeURIComponent(references.join(" "))}`;
  const schema: JsonObject = { $id: uri, allOf: references.map(($ref) => ({ $ref })) };
  context.schemas.addComposed(uri, schema);
  return context.lowering.definition(uri);
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

/** Of the listed values those that the schema's other rules allow. */
function allowedLiterals(node: Node): readonly Json[] | undefined {
  // Each is in the list: to look for it there would take a list of thousands squared.
  const others: Node = { ...node, values: undefined };
  return node.values?.value.filter((value) => satisfies(others, value, { assertFormats: false }));
}

export function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}

/** `anyOf` of literals and of any string: the literals are known, others may come. */
function findOpenEnum({ anyOf, oneOf }: Node): readonly Json[] | undefined {
  const [group, ...others] = [...anyOf, ...oneOf];
  if (group?.length !== 2 || others.length > 0) return undefined;
  const bare = group.find(({ types, values }) => values === undefined && types?.value.length === 1);
  const listed = group.find((branch) => branch !== bare)?.values?.value;
  const [type] = bare?.types?.value ?? [];
  return listed !== undefined &&
    bare?.patterns.length === 0 &&
    listed.every((each) => typeOf(each) === type)
    ? listed
    : undefined;
}

function branchesOf({ anyOf, oneOf }: Node): readonly Node[] | undefined {
  const [group, ...others] = [...anyOf, ...oneOf];
  return others.length > 0 ? undefined : group;
}
