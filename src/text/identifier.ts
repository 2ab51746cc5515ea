/**
 * Identifiers: names that generated source declares or imports, in ASCII. The type is branded, so that text from a schema
 * reaches the printer as a name only through this module.
 */

import { cutText } from "@proto-gen/runtime/json";

declare const brand: unique symbol;

/** A legal name of a variable, function, type or parameter in an ES module. */
export type Identifier = string & { readonly [brand]: "Identifier" };

const LEGAL = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Words that no module may bind, and values that everyone takes for the language's own. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof undefined var void while with yield globalThis Infinity NaN"
  ).split(" "),
);

/**
 * True for a legal name of a variable, function, type or parameter.
 *
 * @example
 * ```ts
 * import { isIdentifier } from "proto-gen/emitter/v1";
 *
 * isIdentifier("lineItems"); // true
 * isIdentifier("delete"); // false
 * ```
 */
export function isIdentifier(text: string): text is Identifier {
  return LEGAL.test(text) && !RESERVED.has(text);
}

/**
 * For names that the program itself puts together.
 *
 * @throws TypeError for text that is not a legal identifier
 *
 * @example
 * ```ts
 * import { identifier } from "proto-gen/emitter/v1";
 *
 * identifier("checkoutSchema"); // "checkoutSchema"
 * identifier("line-item"); // throws TypeError
 * ```
 */
export function identifier(text: string): Identifier {
  if (isIdentifier(text)) return text;
  throw new TypeError(`not an identifier: ${JSON.stringify(cutText(text, 80))}`);
}

/**
 * For names that others chose: the text itself where it is legal, else what is legal of it.
 *
 * @param prefix stands in front of what no identifier starts with, or alone where nothing is left
 *
 * @example
 * ```ts
 * import { identifier, identifierFrom } from "proto-gen/emitter/v1";
 *
 * identifierFrom("line-item", identifier("name")); // "lineitem"
 * identifierFrom("3d", identifier("name")); // "name3d"
 * ```
 */
export function identifierFrom(text: string, prefix: Identifier): Identifier {
  if (isIdentifier(text)) return text;
  const rest = text.replace(/[^A-Za-z0-9_$]+/g, "");
  if (RESERVED.has(rest)) return identifier(`${rest}2`);
  return identifier(/^[A-Za-z_$]/.test(rest) ? rest : prefix + rest);
}
