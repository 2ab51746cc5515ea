/**
 * Code: text that is source of the program's own making. The type is branded, so that the compiler refuses a
 * schema's string where source is printed. It is made by the tag `code`, whose fixed parts stand in this program;
 * data gets in as an identifier, by `literal.ts` or by `comment.ts`.
 */

import type { Identifier } from "../text/identifier.js";

declare const brand: unique symbol;

export type Code = Identifier | (string & { readonly [brand]: "Code" });

/**
 * Code of the program's own making. Its parts are code, identifiers or numbers; a text of a document is none of them, and the compiler refuses
 * it.
 *
 * @example
 * ```ts
 * import { code, identifier } from "proto-gen/emitter/v1";
 *
 * const object = identifier("checkout");
 * code`${object}.length > ${3}`; // "checkout.length > 3"
 * ```
 */
export function code(fixed: TemplateStringsArray, ...parts: readonly (Code | number)[]): Code {
  let text = fixed[0]!;
  for (let index = 0; index < parts.length; index++)
    text += printed(parts[index]!) + fixed[index + 1]!;
  return verbatim(text);
}

function printed(part: Code | number): string {
  return typeof part === "number" ? numberText(part) : part;
}

/** @throws TypeError for what JSON has no number for */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no literal`);
  return Object.is(value, -0) ? "0" : String(value).replace("e+", "e");
}

/**
 * Code with a separator between its parts.
 *
 * @example
 * ```ts
 * import { joinCode, stringLiteral } from "proto-gen/emitter/v1";
 *
 * joinCode([stringLiteral("open"), stringLiteral("closed")], " | "); // '"open" | "closed"'
 * ```
 */
export function joinCode(parts: readonly Code[], separator: " | " | " & " | ", " | "\n"): Code {
  return verbatim(parts.join(separator));
}

/**
 * Text that is taken for source as it stands. Only for the modules that escape data, and for source that the
 * program brings along: `test/architecture.test.ts` has the list.
 */
export function verbatim(text: string): Code {
  return text as Code;
}
