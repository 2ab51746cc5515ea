/**
 * Types as text, for the parts of a type that json-schema-to-typescript cannot express: maps, tuples, open enums,
 * unions and intersections. The text has no layout; the printer lays it out.
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
import { code, joinCode, type Code } from "../../source/code.js";
import { flatComment } from "../../source/comment.js";
import { docText } from "../../source/doc-comment.js";
import { describedNode } from "./described-node.js";
import { numberLiteral, propertyName, stringLiteral } from "../../source/literal.js";

/** Local name of a definition's type. */
export type TypeName = (definition: Definition) => Identifier;

export const NEVER = code`never`;
const UNKNOWN = code`unknown`;

const PRIMITIVE_TEXTS = {
  null: code`null`,
  boolean: code`boolean`,
  number: code`number`,
  string: code`string`,
} as const;

/** @param outer the node whose union the node is a branch of */
export function typeText(node: Node, nameOf: TypeName, outer?: Node): Code {
  if (node.never !== undefined) return NEVER;
  const sole = soleReference(node);
  if (sole !== undefined) return nameOf(sole);
  const parts = [
    ...ownTexts(node, { nameOf, outer }),
    ...node.references.map(nameOf),
    ...informativeUnions(node).map((branches) => unionText(branches, node, nameOf)),
  ];
  const distinct = [...new Set(parts)];
  if (distinct.length === 0) return UNKNOWN;
  return distinct.length === 1 ? distinct[0]! : joinCode(distinct.map(parenthesised), " & ");
}

interface TextContext {
  readonly nameOf: TypeName;
  readonly outer: Node | undefined;
}

/** The text of the node's own keywords; none where references or unions are more precise. */
function ownTexts(node: Node, context: TextContext): Code[] {
  const { types, values } = node;
  if (values !== undefined) return [literalsText(values.value)];
  const elsewhere = node.references.length > 0 || informativeUnions(node).length > 0;
  const kinds = types?.value ?? impliedTypes(node);
  const texts = kinds
    .filter((kind) => kind !== "object" || !elsewhere || hasMembers(node))
    .map((kind) => kindText(kind, node, context));
  if (texts.length < kinds.length && texts.length > 0) return [];
  return texts.length === 0 ? (types?.value.length === 0 ? [NEVER] : []) : [joinCode(texts, " | ")];
}

/** The type that a node's other keywords are for. */
function impliedTypes({ properties, prefixItems, items }: Node): readonly JsonType[] {
  if (properties.size > 0) return ["object"];
  return prefixItems.length > 0 || items !== undefined ? ["array"] : [];
}

function hasMembers(node: Node): boolean {
  return node.properties.size > 0 || mapValues(node) !== undefined;
}

function kindText(kind: JsonType, node: Node, context: TextContext): Code {
  switch (kind) {
    case "integer":
      return PRIMITIVE_TEXTS.number;
    case "array":
      return arrayText(node, context.nameOf);
    case "object":
      return objectText(node, context);
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

function objectText(node: Node, context: TextContext): Code {
  if (node.properties.size === 0)
    return code`Record<string, ${mapValueText(node, context.nameOf)}>`;
  const members = [...node.properties].map(([name, property]) =>
    memberText(name, property, context),
  );
  return code`{\n${joinCode(members, "\n")}\n}`;
}

function memberText(name: string, property: Property, { nameOf, outer }: TextContext): Code {
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
  const values = mapValues(node);
  if (values === undefined) return node.additionalProperties?.never === undefined ? UNKNOWN : NEVER;
  return joinCode([...new Set(values.map((each) => typeText(each, nameOf)))], " | ");
}

/** The schemas of a map's values; undefined for an object that is open or closed. */
function mapValues({ additionalProperties, patternProperties }: Node): readonly Node[] | undefined {
  const values = [
    ...patternProperties.map(({ node }) => node),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
  const telling = values.filter((each) => each.never === undefined);
  return telling.length === 0 || telling.every(isUnconstrained) ? undefined : telling;
}

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

/** The literals stay for completion, any other string stays allowed. */
export function openEnum(literals: readonly Code[]): Code {
  return joinCode([...literals, code`(string & {})`], " | ");
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

export function literalsText(values: readonly Json[]): Code {
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

/** In parentheses where an operator might bind across; the layout drops those that are not needed. */
function parenthesised(text: Code): Code {
  return text.includes(" | ") || text.includes(" & ") ? code`(${text})` : text;
}
