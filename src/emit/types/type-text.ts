/**
 * Types as text, for the parts of a type that json-schema-to-typescript cannot express: maps, tuples, open enums,
 * unions and intersections. The text has no layout; the printer lays it out.
 */

import type { Json } from "@proto-gen/runtime/json";
import {
  code,
  joinCode,
  numberLiteral,
  propertyName,
  soleReference,
  stringLiteral,
  type Code,
  type Definition,
  type Identifier,
  type JsonType,
  type Node,
  type Property,
} from "../v1.js";
import { flatComment } from "../../source/comment.js";
import { docText } from "../../source/doc-comment.js";
import { describedNode } from "./described-node.js";
import {
  besideIn,
  declaredIn,
  hasIndex,
  indexedNodes,
  isRecursive,
  isRequired,
  keysOf,
  mapValues,
  matchingPatterns,
  restrictsOthers,
} from "./other-members.js";
import { allowedValues, coversParts, impliedTypes, informativeUnions } from "./value-kinds.js";

/** Local name of a definition's type. */
export type TypeName = (definition: Definition) => Identifier;

export const NEVER = code`never`;
const UNKNOWN = code`unknown`;
/** For a member that one part of an intersection requires: beside the same member as an option, TypeScript takes `unknown` for another type. */
const ANY_VALUE = code`{} | null`;
const UNDEFINED = code`undefined`;

const PRIMITIVE_TEXTS = {
  null: code`null`,
  boolean: code`boolean`,
  number: code`number`,
  string: code`string`,
} as const;

/** By the module that names types: an index signature says again what the members of its object say. */
const textsByModule = new WeakMap<TypeName, WeakMap<Node, Code>>();

/** @param outer the node whose union the node is a branch of */
export function typeText(node: Node, nameOf: TypeName, outer?: Node): Code {
  if (outer !== undefined) return nodeText(node, { nameOf, outer });
  const texts = textsByModule.get(nameOf) ?? new WeakMap<Node, Code>();
  textsByModule.set(nameOf, texts);
  const text = texts.get(node) ?? nodeText(node, { nameOf });
  texts.set(node, text);
  return text;
}

function nodeText(node: Node, context: TextContext): Code {
  const { nameOf } = context;
  if (node.never !== undefined) return NEVER;
  const sole = soleReference(node);
  if (sole !== undefined) return nameOf(sole);
  const parts = [
    ...ownTexts(node, context),
    ...node.references.map(nameOf),
    ...informativeUnions(node).map((branches) => unionText(branches, node, nameOf)),
  ];
  return intersectionOf(parts);
}

function intersectionOf(texts: readonly Code[]): Code {
  const distinct = [...new Set(texts)].filter((text) => text !== UNKNOWN);
  if (distinct.length === 0) return UNKNOWN;
  return distinct.length === 1 ? distinct[0]! : joinCode(distinct.map(parenthesised), " & ");
}

interface TextContext {
  readonly nameOf: TypeName;
  readonly outer?: Node | undefined;
}

/** The text of the node's own keywords; none where references or unions are more precise. */
function ownTexts(node: Node, context: TextContext): Code[] {
  const { types, values } = node;
  if (values !== undefined) return [literalsText(allowedValues(node))];
  const elsewhere = node.references.length > 0 || informativeUnions(node).length > 0;
  const kinds = types?.value ?? impliedTypes(node);
  const isElsewhere = elsewhere && !hasMembers(node);
  if (types !== undefined && isElsewhere && kinds.includes("object") && !coversParts(node, kinds))
    return [
      joinCode(
        kinds.map((kind) => partText(kind, node, context)),
        " | ",
      ),
    ];
  const texts = kinds
    .filter((kind) => kind !== "object" || !isElsewhere)
    .map((kind) => kindText(kind, node, context));
  if (texts.length < kinds.length && texts.length > 0) return [];
  return texts.length === 0 ? (types?.value.length === 0 ? [NEVER] : []) : [joinCode(texts, " | ")];
}

function partText(kind: JsonType, node: Node, context: TextContext): Code {
  return kind === "object" ? code`object` : kindText(kind, node, context);
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
  const { properties } = node;
  if (properties.size === 0) return mapText(node, context);
  const members = [...properties].map(([name, property]) =>
    memberText(name, property, { ...context, node }),
  );
  return code`{\n${joinCode([...members, ...otherMembers(node, context)], "\n")}\n}`;
}

interface MemberContext extends TextContext {
  readonly node: Node;
}

function memberText(name: string, property: Property, context: MemberContext): Code {
  const { nameOf, outer, node: object } = context;
  const description = docText(describedNode((declaredIn(outer, name, property) ?? property).node));
  const comment =
    description === undefined ? code`` : code`${flatComment(description.split("\n"))}\n`;
  const mark = isRequired(object, name, property) ? code`` : code`?`;
  const type = memberTypeText(name, property, { nameOf, object, outer });
  return code`${comment}${propertyName(name)}${mark}: ${type}`;
}

interface MemberTypeContext extends TextContext {
  readonly object: Node;
}

/** What only requires a member leaves its type to the schemas that declare it, or to those of all other members. */
export function memberTypeText(name: string, property: Property, context: MemberTypeContext): Code {
  const { nameOf, object, outer } = context;
  if (keysOf(object)?.includes(name) === false) return NEVER;
  const matched = matchingPatterns(object, name).map((node) => typeText(node, nameOf));
  const text =
    matched.length > 0
      ? intersectionOf([typeText(property.node, nameOf, property.node), ...matched])
      : ownMemberText(name, property, context);
  const isPart =
    outer !== undefined || property.origins.length === 0 || besideIn(object).length > 1;
  return text === UNKNOWN && property.required !== undefined && isPart ? ANY_VALUE : text;
}

function ownMemberText(
  name: string,
  property: Property,
  { nameOf, object, outer }: MemberTypeContext,
): Code {
  if (property.origins.length > 0) return typeText(property.node, nameOf);
  if (restrictsOthers(object)) return valuesText(object, nameOf);
  const declared = declaredIn(outer, name, property);
  if (declared !== undefined) return typeText(declared.node, nameOf);
  return outer !== undefined && restrictsOthers(outer)
    ? valuesText(outer, nameOf)
    : typeText(property.node, nameOf);
}

/** An object without named members. */
function mapText(node: Node, context: TextContext): Code {
  const keys = keysOf(node);
  const values = keys === undefined ? indexType(node, context) : valuesText(node, context.nameOf);
  if (keys === undefined && indexedNodes(node).some(isRecursive))
    return code`{\n[name: string]: ${values}\n}`;
  if (keys === undefined || values === NEVER) return code`Record<string, ${values}>`;
  return keys.length === 0
    ? code`Record<string, never>`
    : code`Partial<Record<${joinCode(keys.map(stringLiteral), " | ")}, ${values}>>`;
}

/** The members beside the named ones. */
function otherMembers(node: Node, context: TextContext): readonly Code[] {
  const { keys, type } = indexOf(node, context) ?? {};
  if (type === undefined) return [];
  return keys === undefined
    ? [code`[name: string]: ${type}`]
    : keys.map((key) => code`${propertyName(key)}?: ${type}`);
}

/** What an object may have beside its named members. */
export interface Index {
  /** All names, where `propertyNames` lists them; else any. */
  readonly keys: readonly string[] | undefined;
  readonly type: Code;
}

export function indexOf(node: Node, context: TextContext): Index | undefined {
  if (!hasIndex(node)) return undefined;
  const keys = keysOf(node);
  if (keys === undefined) return { keys, type: indexType(node, context) };
  const others = keys.filter((key) => !node.properties.has(key));
  return { keys: others, type: valuesText(node, context.nameOf) };
}

/** A longer index signature says `unknown`: with objects in objects, each level would double the text. */
const MAX_INDEX_LENGTH = 8_000;

/**
 * TypeScript demands that the type of an index signature also covers the named members, which may be missing. Where a schema has patterns
 * and leaves all else open, those are the members that any schema of the value names.
 */
function indexType(node: Node, { nameOf, outer }: TextContext): Code {
  const naming = node.additionalProperties === undefined ? besideIn(outer ?? node) : [node];
  const named = naming.flatMap((object) =>
    [...object.properties].flatMap(([name, property]) => [
      memberTypeText(name, property, { nameOf, object, outer }),
      ...(isRequired(object, name, property) ? [] : [UNDEFINED]),
    ]),
  );
  const type = unionOf([valuesText(node, nameOf), ...named]);
  return type.length > MAX_INDEX_LENGTH ? UNKNOWN : type;
}

/** The type of the members that no name declares. */
export function valuesText(node: Node, nameOf: TypeName): Code {
  const values = mapValues(node);
  if (values === undefined) return node.additionalProperties?.never === undefined ? UNKNOWN : NEVER;
  return unionOf(values.map((each) => typeText(each, nameOf)));
}

function unionOf(texts: readonly Code[]): Code {
  if (texts.includes(UNKNOWN)) return UNKNOWN;
  const possible = [...new Set(texts)].filter((text) => text !== NEVER);
  return possible.length === 0 ? NEVER : joinCode(possible, " | ");
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
