/**
 * Print OpenAPI types: openapi-typescript makes the declarations, the layout prints them. In: the
 * text of an OpenAPI 3.1 document. Out: the text of a `.d.ts`.
 */

import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { Node } from "typescript";
import { BANNER } from "../../source/banner.js";
import { code } from "../../source/code.js";
import { hardline, join, printDoc } from "../../source/doc.js";
import { normaliseDeclaration } from "../../source/layout/normalise.js";
import { parseDeclarations } from "../../source/layout/parse.js";
import { printDeclaration } from "../../source/layout/print.js";
import type { Declaration } from "../../source/layout/syntax.js";
import { loadLibrary } from "./library.js";
import { prepareDocument } from "./prepare.js";
import { refineDeclaration } from "./refine.js";

const OPTIONS = {
  // Open objects get no index signature, but `{}` is a map of unknowns: it may hold anything.
  additionalProperties: false,
  emptyObjectsUnknown: true,
  // `default` annotates: a member with one may still be absent, above all from requests.
  defaultNonNullable: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  inject: undefined,
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: undefined,
  transformProperty: undefined,
} as const;

const { astToString, resolveRef, scanDiscriminators, transformSchema, ts } = loadLibrary();

// openapi-typescript's own demands that T is known to have the members; beside `anyOf` it is not.
const WITH_REQUIRED = code`type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, K & keyof T>>;`;

/** @throws Error for what is no OpenAPI, or refers to what it does not hold */
export function printOpenapiTypes(text: string): string {
  const document = JSON.stringify(prepareDocument(JSON.parse(text) as JsonObject));
  // Names are taken for URIs: a percent sign in one would be decoded, or end it all.
  const mark = unusedCharacter(document);
  const nodes = declarationNodes(document.replaceAll("%", mark));
  const printed = layout(nodes) ?? astToString(nodes).replaceAll(escaped(mark), mark);
  return `${BANNER}\n\n${printed.replaceAll(mark, "%")}`;
}

/** One for private use, which is as wide in source as a percent sign and needs quotes like it. */
function unusedCharacter(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** As TypeScript's printer writes it. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Not the library's main function: that one would also read what external references name, and
 * print its findings.
 */
function declarationNodes(text: string): Node[] {
  const document = JSON.parse(text) as OpenAPI3;
  const context = {
    ...OPTIONS,
    discriminators: scanDiscriminators(withoutData(text), { silent: true }),
    injectFooter: [],
    resolve: <T>($ref: string): T | undefined => resolveRef<T>(document, $ref, { silent: true }),
  };
  return transformSchema(document, context as unknown as GlobalContext);
}

/** What the scan would take for schemas, since it looks into everything: an `allOf` in a value. */
function withoutData(text: string): OpenAPI3 {
  const isData = (name: string): boolean => name === "const" || name === "enum";
  return JSON.parse(text, (name, value: unknown) => (isData(name) ? undefined : value)) as OpenAPI3;
}

/** Undefined where the layout does not know the syntax: then the printer's own text will do. */
function layout(nodes: readonly Node[]): string | undefined {
  const declarations = nodes.filter((node) => !isHelper(node));
  try {
    const docs = parseDeclarations(astToString(declarations)).map((declaration) =>
      printDeclaration(refined(declaration)),
    );
    if (declarations.length < nodes.length) docs.push(WITH_REQUIRED);
    return `${printDoc(join([hardline, hardline], docs))}\n`;
  } catch {
    return undefined;
  }
}

function refined(declaration: Declaration): Declaration {
  return normaliseDeclaration(refineDeclaration(normaliseDeclaration(declaration)));
}

function isHelper(node: Node): boolean {
  return ts.isTypeAliasDeclaration(node) && node.name.text === "WithRequired";
}
