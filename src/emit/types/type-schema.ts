/**
 * What json-schema-to-typescript is given for a node: plain objects, arrays, primitives and literals
 * as they are; maps, tuples, open enums, unions and intersections as a `tsType` of ours, since it has
 * no words for them. In: a node. Out: a schema that holds nothing of the source but names and texts.
 */

import type { Json } from "@proto-gen/runtime/json";
import {
  isUnconstrained,
  soleReference,
  type Definition,
  type JsonType,
  type Node,
  type Property,
} from "../../model/node.js";
import type { Identifier } from "../../text/identifier.js";
import { code, joinCode, type Code } from "../source/code.js";
import { numberLiteral, propertyName, stringLiteral } from "../source/literal.js";
import { flatComment } from "../source/comment.js";
import { docText } from "../source/doc-comment.js";
import { describedNode } from "./described-node.js";

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

/** Local name of a definition's type. */
export type TypeName = (definition: Definition) => Identifier;

const PRIMITIVES: ReadonlySet<JsonType> = new Set([
  "null",
  "boolean",
  "integer",
  "number",
  "string",
]);

const NEVER = code`never`;
const UNKNOWN = code`unknown`;

const PRIMITIVE_TEXTS = {
  null: code`null`,
  boolean: code`boolean`,
  number: code`number`,
  string: code`string`,
} as const;

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

/** Codes that a schema gives as examples, and leaves open: an editor completes them. */
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

/** The literals stay for completion, any other string stays allowed. */
function openEnum(literals: readonly Code[]): Code {
  return joinCode([...literals, code`(string & {})`], " | ");
}

/** Whether a node's type is declared as an interface, which others can extend. */
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
    Object.defineProperty(members, name, {
      value: description === undefined ? schema : { ...schema, description },
      enumerable: true,
    });
    if (property.required !== undefined) required.push(name);
  }
  return { type: "object", properties: members, required, additionalProperties: false };
}

/** More than one thing holds in place, or something that the printer has no word for. */
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
  return properties.has("[k: string]") || INHERITED.some((name) => properties.has(name));
}

/** Names that every object inherits. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/** A node as a type expression, without layout. */
export function typeText(node: Node, nameOf: TypeName, outer?: Node): Code {
  if (node.never !== undefined) return NEVER;
  const sole = soleReference(node);
  if (sole !== undefined) return nameOf(sole);
  const parts = [
    ...ownTexts(node, nameOf, outer),
    ...node.references.map(nameOf),
    ...informativeUnions(node).map((branches) => unionText(branches, node, nameOf)),
  ];
  const distinct = [...new Set(parts)];
  if (distinct.length === 0) return UNKNOWN;
  return distinct.length === 1 ? distinct[0]! : joinCode(distinct.map(parenthesised), " & ");
}

/** What the node says itself, unless references or unions say it better. */
function ownTexts(node: Node, nameOf: TypeName, outer: Node | undefined): Code[] {
  const { types, values } = node;
  if (values !== undefined) return [literalsText(values.value)];
  const elsewhere = node.references.length > 0 || informativeUnions(node).length > 0;
  const kinds =
    types?.value ??
    (node.properties.size > 0
      ? ["object" as const]
      : node.prefixItems.length > 0 || node.items !== undefined
        ? ["array" as const]
        : []);
  const texts = kinds.flatMap((kind) => {
    if (
      kind === "object" &&
      elsewhere &&
      node.properties.size === 0 &&
      mapValue(node) === undefined
    )
      return [];
    return [kindText(kind, node, nameOf, outer)];
  });
  if (texts.length < kinds.length && texts.length > 0) return [];
  return texts.length === 0 ? (types?.value.length === 0 ? [NEVER] : []) : [joinCode(texts, " | ")];
}

function kindText(kind: JsonType, node: Node, nameOf: TypeName, outer: Node | undefined): Code {
  switch (kind) {
    case "integer":
      return PRIMITIVE_TEXTS.number;
    case "array":
      return arrayText(node, nameOf);
    case "object":
      return objectText(node, nameOf, outer);
    default:
      return PRIMITIVE_TEXTS[kind];
  }
}

function arrayText({ prefixItems, items, minItems, maxItems }: Node, nameOf: TypeName): Code {
  const rest = items === undefined ? UNKNOWN : typeText(items, nameOf);
  if (prefixItems.length === 0)
    return items?.never !== undefined ? code`[]` : code`${parenthesised(rest)}[]`;
  const needed = minItems?.value ?? 0;
  const members = prefixItems.map((item, index) =>
    index < needed ? typeText(item, nameOf) : code`${parenthesised(typeText(item, nameOf))}?`,
  );
  const closed =
    items?.never !== undefined || (maxItems !== undefined && maxItems.value <= prefixItems.length);
  return code`[${joinCode([...members, ...(closed ? [] : [code`...${parenthesised(rest)}[]`])], ", ")}]`;
}

function objectText(node: Node, nameOf: TypeName, outer: Node | undefined): Code {
  if (node.properties.size === 0) return code`Record<string, ${mapValueText(node, nameOf)}>`;
  const members = [...node.properties].map(([name, property]) =>
    memberText(name, property, nameOf, outer),
  );
  return code`{\n${joinCode(members, "\n")}\n}`;
}

function memberText(
  name: string,
  property: Property,
  nameOf: TypeName,
  outer: Node | undefined,
): Code {
  // A branch that only requires a member leaves its type to the union's own schema.
  const declared = property.origins.length === 0 ? outer?.properties.get(name) : undefined;
  const { node } = declared ?? property;
  const description = docText(describedNode(node));
  const comment =
    description === undefined ? code`` : code`${flatComment(description.split("\n"))}\n`;
  const mark = property.required === undefined ? code`?` : code``;
  return code`${comment}${propertyName(name)}${mark}: ${typeText(node, nameOf)}`;
}

function mapValueText(node: Node, nameOf: TypeName): Code {
  const values = mapValue(node);
  if (values === undefined) return node.additionalProperties?.never === undefined ? UNKNOWN : NEVER;
  return joinCode([...new Set(values.map((each) => typeText(each, nameOf)))], " | ");
}

/** The schemas of a map's values; undefined for an object that is open or closed. */
function mapValue({ additionalProperties, patternProperties }: Node): readonly Node[] | undefined {
  const values = [
    ...patternProperties.map(({ node }) => node),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
  const telling = values.filter((each) => each.never === undefined);
  return telling.length === 0 || telling.every(isUnconstrained) ? undefined : telling;
}

/** Unions whose every branch says something about the type. */
function informativeUnions(node: Node): (readonly Node[])[] {
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

function unionText(branches: readonly Node[], outer: Node, nameOf: TypeName): Code {
  const texts = [
    ...new Set(
      branches
        .filter(({ never }) => never === undefined)
        .map((branch) => typeText(branch, nameOf, outer)),
    ),
  ];
  if (
    texts.includes(PRIMITIVE_TEXTS.string) &&
    texts.some((text) => text.startsWith('"') || text.startsWith("'"))
  ) {
    const literals = texts.filter((text) => text !== PRIMITIVE_TEXTS.string);
    return openEnum(literals);
  }
  if (texts.length === 0) return NEVER;
  return joinCode(
    texts.map((text) => (text.includes(" & ") ? parenthesised(text) : text)),
    " | ",
  );
}

function literalsText(values: readonly Json[]): Code {
  return values.length === 0 ? NEVER : joinCode(values.map(literalText), " | ");
}

function literalText(value: Json): Code {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value === "boolean") return value ? code`true` : code`false`;
  if (value === null) return PRIMITIVE_TEXTS.null;
  if (Array.isArray(value))
    return code`[${joinCode((value as readonly Json[]).map(literalText), ", ")}]`;
  const members = Object.entries(value).map(
    ([name, member]) => code`${propertyName(name)}: ${literalText(member)}`,
  );
  return members.length === 0
    ? code`Record<string, never>`
    : code`{\n${joinCode(members, "\n")}\n}`;
}

function isPrimitive(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

/** In parentheses where an operator might bind across; layout drops those that are not needed. */
function parenthesised(text: Code): Code {
  return text.includes(" | ") || text.includes(" & ") ? code`(${text})` : text;
}
