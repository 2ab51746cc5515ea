/**
 * Prints declarations of types: json-schema-to-typescript makes the types, each once for all members that have it, and
 * the layout prints the declarations, with their comments. Names are decided later than types, so each declaration
 * comes back as a printer.
 */

import { code, identifier, stringLiteral, type Doc, type Identifier } from "../v1.js";
import { normaliseDeclaration } from "../../source/layout/normalise.js";
import { parseDeclarations } from "../../source/layout/parse.js";
import { printDeclaration } from "../../source/layout/print.js";
import type { Comment, Declaration, Member, Type } from "../../source/layout/syntax.js";
import type { TypeSchema } from "./type-schema.js";
import { typeMemberName } from "../../source/literal.js";

export type TypePrinter = (head: DeclarationHead) => Doc;

export interface DeclarationHead {
  readonly name: Identifier;
  readonly comment: string | undefined;
  readonly base?: BaseType | undefined;
}

/** The type that a declaration extends, and how. */
export interface BaseType {
  readonly name: Identifier;
  /** Members of the base that are declared anew. */
  readonly omitted: readonly string[];
  /** False where the base or the addition is not an interface: then the type is an intersection. */
  readonly isInterface: boolean;
}

const OPTIONS = {
  additionalProperties: false,
  bannerComment: "",
  declareExternallyReferenced: false,
  format: false,
} as const;

/** @returns a printer for each schema, in order */
export async function createTypePrinters(schemas: readonly TypeSchema[]): Promise<TypePrinter[]> {
  const distinct: DistinctSchemas = new Map();
  const outlines = schemas.map((schema) => outlineOf(schema, distinct));
  const types = await printTypes(distinct);
  return outlines.map((outline) => {
    const type = typeOf(outline, types);
    return (head) => printDeclaration(normaliseDeclaration(declarationOf(type, head)));
  });
}

/** Most members have a type that others have, too: each type is printed once. By the JSON text of the schema. */
type DistinctSchemas = Map<string, TypeSchema>;

/** A declaration before the library has printed: an interface as its members, any other as a type. A type is the text of its schema. */
type Outline = string | readonly MemberOutline[];

interface MemberOutline extends Pick<Member, "comments" | "key"> {
  readonly type: string;
}

function addTo(distinct: DistinctSchemas, schema: TypeSchema): string {
  const text = JSON.stringify(schema);
  if (!distinct.has(text)) distinct.set(text, schema);
  return text;
}

function outlineOf(schema: TypeSchema, distinct: DistinctSchemas): Outline {
  const { properties, required, index } = schema;
  if (properties === undefined) return addTo(distinct, schema);
  const names = new Set(required);
  const members = Object.entries(properties).map(([name, member]): MemberOutline => ({
    key: { kind: "property", name: typeMemberName(name, true), optional: !names.has(name) },
    comments: commentsOf(member.description),
    type: addTo(distinct, withoutDescription(member)),
  }));
  return index === undefined
    ? members
    : [...members, { key: INDEX_KEY, comments: [], type: addTo(distinct, index) }];
}

const INDEX_KEY: Member["key"] = {
  kind: "index",
  parameter: identifier("name"),
  type: { kind: "name", name: code`string`, arguments: [] },
};

function withoutDescription(schema: TypeSchema): TypeSchema {
  if (schema.description === undefined) return schema;
  const { description: _, ...rest } = schema;
  return rest;
}

function typeOf(outline: Outline, types: ReadonlyMap<string, Type>): Type {
  if (typeof outline === "string") return types.get(outline)!;
  const members = outline.map(({ key, comments, type }): Member => ({
    ...{ key, comments },
    readonly: false,
    type: types.get(type)!,
  }));
  return { kind: "object", members };
}

/** The types of the last run: the next run of a watcher has nearly all of them. */
let printed: ReadonlyMap<string, Type> = new Map();

async function printTypes(distinct: DistinctSchemas): Promise<ReadonlyMap<string, Type>> {
  const known = printed;
  const added = await compileTypes([...distinct].filter(([text]) => !known.has(text)));
  const types = new Map(
    [...distinct.keys()].map((text) => [text, (added.get(text) ?? known.get(text))!]),
  );
  printed = types;
  return types;
}

/** One call costs more than the printing itself: all types go in as members of one object. */
async function compileTypes(
  schemas: readonly (readonly [text: string, schema: TypeSchema])[],
): Promise<ReadonlyMap<string, Type>> {
  if (schemas.length === 0) return new Map();
  // None of them is required: the library looks through the list of required members for each member.
  const properties = Object.fromEntries(
    schemas.map(([, schema], index) => [`type${index}`, schema] as const),
  );
  const all = { type: "object", properties, additionalProperties: false };
  // Not before it is needed: it goes on loading its formatter, which nothing here waits for.
  const { compile } = await import("./type-compiler.js");
  const source = await compile(all as Parameters<typeof compile>[0], "All", OPTIONS);
  const [declaration] = parseDeclarations(source);
  const members = declaration?.type.kind === "object" ? declaration.type.members : [];
  if (members.length !== schemas.length)
    throw new Error("json-schema-to-typescript printed other types than it was given");
  return new Map(members.map(({ type }, index) => [schemas[index]![0], type]));
}

function declarationOf(type: Type, { name, comment, base }: DeclarationHead): Declaration {
  const comments = commentsOf(comment);
  const isObject = type.kind === "object";
  if (base === undefined) return { kind: isObject ? "interface" : "alias", comments, name, type };
  const extended = extendedType(base);
  if (isObject && type.members.length === 0)
    return { kind: "alias", comments, name, type: extended };
  if (base.isInterface && isObject)
    return { kind: "interface", comments, name, heritage: extended, type };
  return { kind: "alias", comments, name, type: { kind: "intersection", types: [extended, type] } };
}

function commentsOf(text: string | undefined): readonly Comment[] {
  return text === undefined ? [] : [text.split("\n").map(commentLine)];
}

function commentLine(text: string): string {
  return text === "" ? "" : ` ${text}`;
}

/** `Base`, or `Omit<Base, "member">`. */
function extendedType({ name, omitted }: BaseType): Type {
  const type: Type = { kind: "name", name, arguments: [] };
  if (omitted.length === 0) return type;
  const names = omitted.map((member): Type => ({ kind: "literal", text: stringLiteral(member) }));
  return { kind: "name", name: code`Omit`, arguments: [type, { kind: "union", types: names }] };
}
