/**
 * The input of json-schema-to-typescript for a node: objects, arrays, primitives and literals as schemas, all other
 * types as a `tsType`. Of the source it holds names and descriptions only, since the library would interpret the rest.
 */

import type { Json } from "@proto-gen/runtime/json";
import { defineMember } from "../../json-schema/json-objects.js";
import { stringLiteral, type Code, type JsonType, type Node, type Property } from "../v1.js";
import { docText } from "../../source/doc-comment.js";
import { describedNode } from "./described-node.js";
import { hasIndex } from "./other-members.js";
import {
  indexOf,
  literalsText,
  memberTypeText,
  NEVER,
  openEnum,
  typeText,
  type TypeName,
} from "./type-text.js";
import { allowedValues, informativeUnions } from "./value-kinds.js";

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
  /** The type of all other members, where the type is declared; the library does not see it. */
  readonly index?: TypeSchema;
}

const PRIMITIVES: ReadonlySet<JsonType> = new Set([
  "null",
  "boolean",
  "integer",
  "number",
  "string",
]);

/** The schema of a type that has a declaration of its own. */
export function declaredSchema(node: Node, nameOf: TypeName): TypeSchema {
  return isObjectType(node) ? objectSchema(node, nameOf) : typeSchema(node, nameOf);
}

export function typeSchema(node: Node, nameOf: TypeName): TypeSchema {
  const { types, values } = node;
  if (isComposite(node) || hasIndex(node)) return { tsType: typeText(node, nameOf) };
  if (values !== undefined) return valuesSchema(allowedValues(node));
  const kinds = types?.value;
  if (kinds === undefined) return { tsType: typeText(node, nameOf) };
  const [only] = kinds;
  if (kinds.length > 1)
    return kinds.every((kind) => PRIMITIVES.has(kind))
      ? { type: kinds }
      : { tsType: typeText(node, nameOf) };
  if (only === "object")
    return node.properties.size > 0
      ? membersSchema(node.properties, memberTypes(node, nameOf))
      : { tsType: typeText(node, nameOf) };
  if (only === "array") return arraySchema(node, nameOf);
  if (only === undefined) return { tsType: NEVER };
  const codes = exampleCodes(node);
  return codes.length === 0 ? { type: only } : { tsType: openEnum(codes.map(stringLiteral)) };
}

function valuesSchema(values: readonly Json[]): TypeSchema {
  return values.every(isPrimitive) && values.length > 0
    ? { enum: values }
    : { tsType: literalsText(values) };
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

/** The library puts no parentheses around a `tsType` before `[]`. */
function arraySchema(node: Node, nameOf: TypeName): TypeSchema {
  const { prefixItems, items } = node;
  const known =
    prefixItems.length > 0 || items === undefined ? undefined : typeSchema(items, nameOf);
  return known === undefined || known.tsType !== undefined
    ? { tsType: typeText(node, nameOf) }
    : { type: "array", items: known };
}

/** True where a node's type is declared as an interface, which others can extend. */
export function isInterface(node: Node): boolean {
  return isObjectType(node) && !hasIndex(node);
}

export function isObjectType(node: Node): boolean {
  const { types, values, properties } = node;
  const kinds = types?.value ?? ["object"];
  const isObject = kinds.length === 1 && kinds[0] === "object" && properties.size > 0;
  return isObject && values === undefined && !isComposite(node);
}

function objectSchema(node: Node, nameOf: TypeName): TypeSchema {
  const schema = membersSchema(node.properties, memberTypes(node, nameOf));
  const { keys, type } = indexOf(node, { nameOf }) ?? {};
  if (type === undefined) return schema;
  const other: TypeSchema = { tsType: type };
  if (keys === undefined) return { ...schema, index: other };
  const properties = { ...schema.properties };
  for (const key of keys) defineMember(properties, key, other);
  return { ...schema, properties };
}

type MemberType = (name: string, property: Property) => TypeSchema;

function memberTypes(node: Node, nameOf: TypeName): MemberType {
  return (name, property) =>
    property.origins.length === 0 || hasIndex(node)
      ? { tsType: memberTypeText(name, property, { nameOf, object: node }) }
      : typeSchema(property.node, nameOf);
}

/** An object with just these members. */
export function membersSchema(
  declared: ReadonlyMap<string, Property>,
  typeOf: MemberType,
): TypeSchema {
  const properties: Record<string, TypeSchema> = {};
  const required: string[] = [];
  for (const [name, property] of declared) {
    const description = docText(describedNode(property.node));
    const schema = typeOf(name, property);
    defineMember(properties, name, description === undefined ? schema : { ...schema, description });
    if (property.required !== undefined) required.push(name);
  }
  return { type: "object", properties, required, additionalProperties: false };
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
