/**
 * Print OpenAPI types: openapi-typescript makes the declarations, the layout prints them. In: the
 * text of an OpenAPI 3.1 document. Out: the text of a `.d.ts`.
 */

import {
  astToString,
  resolveRef,
  scanDiscriminators,
  transformSchema,
  type GlobalContext,
  type OpenAPI3,
} from "openapi-typescript";
import ts from "typescript";
import { BANNER } from "../source/banner.js";
import { hardline, join, printDoc } from "../source/doc.js";
import { layoutDeclarations } from "../source/layout/layout.js";

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
const WITH_REQUIRED =
  "type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, K & keyof T>>;";

/** @throws Error that says what is no OpenAPI */
export function printOpenapiTypes(text: string): string {
  const nodes = declarationNodes(JSON.parse(text) as OpenAPI3);
  return `${BANNER}\n\n${layout(nodes) ?? astToString(nodes)}`;
}

/**
 * Not the library's main function: that one would also read what external references name, and
 * print its findings.
 */
function declarationNodes(document: OpenAPI3): ts.Node[] {
  const context = {
    ...OPTIONS,
    discriminators: scanDiscriminators(document, { silent: true }),
    injectFooter: [],
    resolve: <T>($ref: string): T | undefined => resolveRef<T>(document, $ref, { silent: true }),
  };
  return transformSchema(document, context as unknown as GlobalContext);
}

/** Undefined where the layout does not know the syntax: then the printer's own text will do. */
function layout(nodes: readonly ts.Node[]): string | undefined {
  const declarations = nodes.filter((node) => !isHelper(node));
  try {
    const docs = layoutDeclarations(astToString(declarations));
    if (declarations.length < nodes.length) docs.push(WITH_REQUIRED);
    return `${printDoc(join([hardline, hardline], docs))}\n`;
  } catch {
    return undefined;
  }
}

function isHelper(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && node.name.text === "WithRequired";
}
