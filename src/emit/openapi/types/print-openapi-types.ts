/** Print OpenAPI types: openapi-typescript makes the declarations of a document, the layout prints them. */

import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { Node } from "typescript";
import { BANNER } from "../../../source/banner.js";
import { code } from "../../../source/code.js";
import { hardline, join, printDoc } from "../../../source/doc.js";
import { normaliseDeclaration } from "../../../source/layout/normalise.js";
import { parseDeclarations } from "../../../source/layout/parse.js";
import { printDeclaration } from "../../../source/layout/print.js";
import type { Declaration } from "../../../source/layout/syntax.js";
import { astToString, resolveRef, scanDiscriminators, transformSchema, ts } from "./library.js";
import { prepareDocument } from "./prepare-document.js";
import { simplifyDeclaration } from "./simplify-type.js";

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

// openapi-typescript's own demands that T is known to have the members; beside `anyOf` it is not.
const WITH_REQUIRED = code`type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, K & keyof T>>;`;

/** @throws Error for a text that is not an OpenAPI document, or has a reference that leads out of it */
export function printOpenapiTypes(text: string): string {
  const document = JSON.stringify(prepareDocument(JSON.parse(text) as JsonObject));
  // The library takes names for URIs: it would decode a percent sign in one, or throw.
  const placeholder = unusedCharacter(document);
  const nodes = declarationNodes(document.replaceAll("%", placeholder));
  const printed =
    printLayout(nodes) ?? astToString(nodes).replaceAll(escapeOf(placeholder), placeholder);
  return `${BANNER}\n\n${printed.replaceAll(placeholder, "%")}`;
}

/** A character for private use: it is as wide as a percent sign, and a name with it needs quotes, too. */
function unusedCharacter(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** The escape that TypeScript's printer writes. */
function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The library's main function would also follow external references, and print warnings. */
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

/** Without constants: the scan would take an `allOf` in a value for a schema's. */
function withoutData(text: string): OpenAPI3 {
  const isData = (name: string): boolean => name === "const" || name === "enum";
  return JSON.parse(text, (name, value: unknown) => (isData(name) ? undefined : value)) as OpenAPI3;
}

/** @returns undefined where the layout does not know the syntax: then TypeScript's printer has to do */
function printLayout(nodes: readonly Node[]): string | undefined {
  const declarations = nodes.filter((node) => !isHelper(node));
  try {
    const docs = parseDeclarations(astToString(declarations)).map((declaration) =>
      printDeclaration(simplified(declaration)),
    );
    if (declarations.length < nodes.length) docs.push(WITH_REQUIRED);
    return `${printDoc(join([hardline, hardline], docs))}\n`;
  } catch {
    return undefined;
  }
}

function simplified(declaration: Declaration): Declaration {
  return normaliseDeclaration(simplifyDeclaration(normaliseDeclaration(declaration)));
}

function isHelper(node: Node): boolean {
  return ts.isTypeAliasDeclaration(node) && node.name.text === "WithRequired";
}
