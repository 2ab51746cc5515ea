/** Which kinds of values a node leaves, as far as its type says. */

import type { Json } from "@proto-gen/runtime/json";
import { hasType } from "../../model/json-type.js";
import { satisfies, wholeNode, type JsonType, type Node } from "../v1.js";

/** Unions of which every branch says something about the type. */
export function informativeUnions(node: Node): (readonly Node[])[] {
  return [...node.anyOf, ...node.oneOf].filter((branches) =>
    branches.every((branch) => isInformative(branch)),
  );
}

function isInformative(node: Node): boolean {
  return (
    node.never !== undefined ||
    node.types !== undefined ||
    node.values !== undefined ||
    node.references.length > 0 ||
    node.properties.size > 0 ||
    informativeUnions(node).length > 0
  );
}

/** The type that a node's other keywords are for. */
export function impliedTypes({ properties, prefixItems, items }: Node): readonly JsonType[] {
  if (properties.size > 0) return ["object"];
  return prefixItems.length > 0 || items !== undefined ? ["array"] : [];
}

/** The values of the node that its other rules allow: those of one of its types, and lists and objects that it takes as they are. */
export function allowedValues(node: Node): readonly Json[] {
  const { types, values } = node;
  return (values?.value ?? []).filter(
    (value) =>
      (types === undefined || types.value.some((type) => hasType(value, type))) &&
      (typeof value !== "object" || value === null || satisfies(node, value)),
  );
}

/** The kinds of values that references and unions leave are among these. */
export function coversParts(node: Node, kinds: readonly JsonType[]): boolean {
  return [...partKinds(node)].every(
    (kind) => kinds.includes(kind) || (kind === "integer" && kinds.includes("number")),
  );
}

const ALL_KINDS: ReadonlySet<JsonType> = new Set<JsonType>([
  ...["null", "boolean", "integer", "number", "string", "array", "object"],
] as JsonType[]);

const kindsOfParts = new WeakMap<Node, ReadonlySet<JsonType>>();

/** The kinds of values that a node's references and unions leave. */
function partKinds(node: Node): ReadonlySet<JsonType> {
  const known = kindsOfParts.get(node);
  if (known !== undefined) return known;
  // For what refers to itself in place, which has no value.
  kindsOfParts.set(node, ALL_KINDS);
  const parts = [
    ...node.references.map((each) => kindsOf(wholeNode(each))),
    ...informativeUnions(node).map(
      (branches) => new Set(branches.flatMap((branch) => [...kindsOf(branch)])),
    ),
  ];
  const kinds = parts.reduce<ReadonlySet<JsonType>>(
    (all, part) => new Set([...all].filter((kind) => part.has(kind))),
    ALL_KINDS,
  );
  kindsOfParts.set(node, kinds);
  return kinds;
}

function kindsOf(node: Node): ReadonlySet<JsonType> {
  if (node.never !== undefined) return new Set();
  const own = node.types?.value ?? impliedTypes(node);
  const parts = partKinds(node);
  return own.length === 0 ? parts : new Set(own.filter((kind) => parts.has(kind)));
}
