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

/** Prints a declaration under its name. */
export type Declare = (name: Identifier, doc: string | undefined) => Doc;

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
      (name, doc) =>
        printDeclaration(normaliseDeclaration(declarationOf(name, doc, type))),
  );
}

function declarationOf(name: Identifier, doc: string | undefined, type: Type): Declaration {
  const comments =
    doc === undefined ? [] : [doc.split("\n").map((text) => (text === "" ? "" : ` ${text}`))];
  return { kind: type.kind === "object" ? "interface" : "alias", comments, name, type };
}
