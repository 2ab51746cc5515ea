/**
 * Declare: json-schema-to-typescript prints the types, once for all of them; layout gives each
 * declaration its name, its comment and its lines. In: a schema a type. Out: a printer a type.
 */

import { compile } from "json-schema-to-typescript";
import type { Doc } from "../source/doc.js";
import { normaliseDeclaration } from "../source/layout/normalise.js";
import { parseDeclarations } from "../source/layout/parse.js";
import { printDeclaration } from "../source/layout/print.js";
import type { Declaration, Type } from "../source/layout/syntax.js";
import type { TypeSchema } from "./type-schema.js";
import type { Identifier } from "../../text/identifier.js";
import { code } from "../source/code.js";
import { stringLiteral } from "../source/literal.js";

/** Prints a declaration under its name. */
export type Declare = (name: Identifier, doc: string | undefined, heritage?: Heritage) => Doc;

/** The type that a declaration extends, and how. */
export interface Heritage {
  readonly base: Identifier;
  /** Members of the base that are declared anew. */
  readonly omitted: readonly string[];
  /** False where the base, or what is added, is no interface: then both are joined. */
  readonly isInterface: boolean;
}

const OPTIONS = {
  additionalProperties: false,
  bannerComment: "",
  declareExternallyReferenced: false,
  format: false,
} as const;

export async function declare(schemas: readonly TypeSchema[]): Promise<Declare[]> {
  if (schemas.length === 0) return [];
  const keys = schemas.map((_, index) => `type${index}`);
  // One call costs more than what it prints: all types go in as members of one object.
  const all = {
    type: "object",
    properties: Object.fromEntries(keys.map((key, index) => [key, schemas[index]])),
    required: keys,
    additionalProperties: false,
  };
  const source = await compile(all as Parameters<typeof compile>[0], "All", OPTIONS);
  const [declaration] = parseDeclarations(source);
  const members = declaration?.type.kind === "object" ? declaration.type.members : [];
  if (members.length !== schemas.length)
    throw new Error("json-schema-to-typescript printed other types than it was given");
  return members.map(
    ({ type }) =>
      (name, doc, heritage) =>
        printDeclaration(normaliseDeclaration(declarationOf(name, doc, type, heritage))),
  );
}

function declarationOf(
  name: Identifier,
  doc: string | undefined,
  type: Type,
  heritage?: Heritage,
): Declaration {
  const comments =
    doc === undefined ? [] : [doc.split("\n").map((text) => (text === "" ? "" : ` ${text}`))];
  const isObject = type.kind === "object";
  if (heritage === undefined)
    return { kind: isObject ? "interface" : "alias", comments, name, type };
  const extended = heritageType(heritage);
  if (isObject && type.members.length === 0)
    return { kind: "alias", comments, name, type: extended };
  if (heritage.isInterface && isObject)
    return { kind: "interface", comments, name, heritage: extended, type };
  return { kind: "alias", comments, name, type: { kind: "intersection", types: [extended, type] } };
}

/** `Base`, or `Omit<Base, "member">`. */
function heritageType({ base, omitted }: Heritage): Type {
  const type: Type = { kind: "name", name: base, arguments: [] };
  if (omitted.length === 0) return type;
  const names = omitted.map((member): Type => ({ kind: "literal", text: stringLiteral(member) }));
  return { kind: "name", name: code`Omit`, arguments: [type, { kind: "union", types: names }] };
}
