/**
 * Prints declarations of types: json-schema-to-typescript makes the types, and the layout prints each under its name,
 * with its comment. Names are decided later than types, so each type comes back as a printer.
 */

import type * as Library from "json-schema-to-typescript";
import { requirePackage } from "../../require-package.js";
import type { Doc } from "../../source/doc.js";
import { normaliseDeclaration } from "../../source/layout/normalise.js";
import { parseDeclarations } from "../../source/layout/parse.js";
import { printDeclaration } from "../../source/layout/print.js";
import type { Declaration, Type } from "../../source/layout/syntax.js";
import type { TypeSchema } from "./type-schema.js";
import type { Identifier } from "../../text/identifier.js";
import { code } from "../../source/code.js";
import { stringLiteral } from "../../source/literal.js";

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
  if (schemas.length === 0) return [];
  // One call costs more than the printing itself: all types go in as members of one object.
  const properties: Record<string, TypeSchema> = {};
  for (const [index, schema] of schemas.entries()) properties[`type${index}`] = schema;
  const required = Object.keys(properties);
  const all = { type: "object", properties, required, additionalProperties: false };
  // Not before it is needed: it goes on loading its formatter, which nothing here waits for.
  const { compile } = requirePackage("json-schema-to-typescript") as typeof Library;
  const source = await compile(all as Parameters<typeof compile>[0], "All", OPTIONS);
  const [declaration] = parseDeclarations(source);
  const members = declaration?.type.kind === "object" ? declaration.type.members : [];
  if (members.length !== schemas.length)
    throw new Error("json-schema-to-typescript printed other types than it was given");
  return members.map(
    ({ type }) =>
      (head) =>
        printDeclaration(normaliseDeclaration(declarationOf(type, head))),
  );
}

function declarationOf(type: Type, { name, comment, base }: DeclarationHead): Declaration {
  const comments = comment === undefined ? [] : [comment.split("\n").map(commentLine)];
  const isObject = type.kind === "object";
  if (base === undefined) return { kind: isObject ? "interface" : "alias", comments, name, type };
  const extended = extendedType(base);
  if (isObject && type.members.length === 0)
    return { kind: "alias", comments, name, type: extended };
  if (base.isInterface && isObject)
    return { kind: "interface", comments, name, heritage: extended, type };
  return { kind: "alias", comments, name, type: { kind: "intersection", types: [extended, type] } };
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
