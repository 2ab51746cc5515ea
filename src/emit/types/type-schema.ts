/**
 * The input of json-schema-to-typescript for a node: objects, arrays, primitives and literals as schemas, all other
 * types as a `tsType`. Of the source it holds names and descriptions only, since the library would interpret the rest.
 */

import type { Json } from "@proto-gen/runtime/json";
import { defineMember } from "../../json-schema/json-objects.js";
import type { JsonType, Node } from "../../model/node.js";
import type { Code } from "../../source/code.js";
import { docText } from "../../source/doc-comment.js";
import { describedNode } from "./described-node.js";
import { stringLiteral } from "../../source/literal.js";
import {
  informativeUnions,
  literalsText,
  NEVER,
  openEnum,
  typeText,
  type TypeName,
} from "./type-text.js";

/** The part of JSON Schema, with the extension `tsType`, that the types are printed from. */
export interface TypeSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: TypeSchema;
  readonly enum?: readonly Json[];
  readonly tsType?: Code;
  readonly description?: string;
}

const PRIMITIVES: ReadonlySet<JsonType> = new Set([
  "null",
  "boolean",
  "integer",
  "number",
  "string",
]);

export function typeSchema(node: Node, nameOf: TypeName): TypeSchema {
  const { types, values } = node;
  if (isComposite(node)) return { tsType: typeText(node, nameOf) };
  if (values !== undefined)
    return values.value.every(isPrimitive) && values.value.length > 0
      ? { enum: values.value }
      : { tsType: literalsText(values.value) };
  const kinds = types?.value ?? (node.properties.size > 0 ? ["object" as const] : undefined);
  const [only] = kinds ?? [];
  if (kinds === undefined) return { tsType: typeText(node, nameOf) };
  if (kinds.length > 1)
    return kinds.every((kind) => PRIMITIVES.has(kind))
      ? { type: kinds }
      : { tsType: typeText(node, nameOf) };
  if (only === "object")
    return node.properties.size > 0
      ? objectSchema(node, nameOf)
      : { tsType: typeText(node, nameOf) };
  if (only === "array")
    return node.prefixItems.length > 0 || node.items === undefined
      ? { tsType: typeText(node, nameOf) }
      : { type: "array", items: typeSchema(node.items, nameOf) };
  if (only === undefined) return { tsType: NEVER };
  const codes = exampleCodes(node);
  return codes.length === 0 ? { type: only } : { tsType: openEnum(codes.map(stringLiteral)) };
}

/** The examples of a string without constraints, where they look like codes: an editor completes them. */
function exampleCodes({
  types,
  annotations: { examples = [] },
  pattern: patterns,
  format: formats,
}: Node): string[] {
  const isText = types?.value.join() === "string" && patterns.length === 0 && formats.length === 0;
  const codes = isText ? examples.filter((each) => typeof each === "string") : [];
  return codes.length > 1 && codes.every((each) => CODE.test(each)) ? [...new Set(codes)] : [];
}

/** `out_of_stock`: words in small letters. */
const CODE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** True where a node's type is declared as an interface, which others can extend. */
export function isInterface(node: Node): boolean {
  const { types, values, properties } = node;
  const kinds = types?.value ?? ["object"];
  const isObject = kinds.length === 1 && kinds[0] === "object" && properties.size > 0;
  return isObject && values === undefined && !isComposite(node);
}

export function objectSchema(
  { properties }: Pick<Node, "properties">,
  nameOf: TypeName,
): TypeSchema {
  const members: Record<string, TypeSchema> = {};
  const required: string[] = [];
  for (const [name, property] of properties) {
    const description = docText(describedNode(property.node));
    const schema = typeSchema(property.node, nameOf);
    defineMember(members, name, description === undefined ? schema : { ...schema, description });
    if (property.required !== undefined) required.push(name);
  }
  return { type: "object", properties: members, required, additionalProperties: false };
}

/** True where the type is an intersection, a union or a reference, or has a member that the library misreads. */
function isComposite(node: Node): boolean {
  return (
    node.never !== undefined ||
    node.references.length > 0 ||
    informativeUnions(node).length > 0 ||
    hasReservedName(node)
  );
}

/** Names that json-schema-to-typescript would take for keywords of its own, drop, or call. */
function hasReservedName({ properties }: Node): boolean {
  for (const name of properties.keys()) if (RESERVED_NAMES.has(name)) return true;
  return false;
}

/** The last ones are those that every object inherits. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "[k: string]",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

function isPrimitive(value: Json): boolean {
  return typeof value !== "object" || value === null;
}
