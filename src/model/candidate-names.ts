/**
 * The names of types (DESIGN §7): from file stems and `$defs` keys, never from titles or from the order of a visit.
 */

import { parsePointer } from "@proto-gen/runtime/json";
import type { View } from "../compose/view.js";
import { identifier, type Identifier } from "../text/identifier.js";
import { pascalCase } from "../text/words.js";
import { decodeSegment } from "./module-path.js";

/** The names to try for a definition, from the plain one to the most qualified. */
export function candidateNames(document: string, pointer: string, suffix: string): Identifier[] {
  return withSuffix(candidateStems(document, pointer), suffix);
}

export function withSuffix(stems: readonly Identifier[], suffix: string): Identifier[] {
  return stems.map((stem) => identifier(stem + suffix));
}

/** The names to try for all views of a schema, before the suffix of a view. */
export function candidateStems(document: string, pointer: string): Identifier[] {
  const stem = pascalCase(stemOf(document));
  const folder = folderOf(document) === "" ? "" : pascalCase(folderOf(document));
  const own = ownName(document, pointer);
  const names =
    own === stem ? [own, `${folder}${own}`] : [own, `${stem}${own}`, `${folder}${stem}${own}`];
  return [...new Set(names)].map(identifier);
}

function ownName(document: string, pointer: string): Identifier {
  const tokens = parsePointer(pointer);
  const named = tokens.filter((token, index) => {
    const before = tokens[index - 1] ?? "";
    // Names are what authors chose: neither keywords nor the numbers of branches.
    return (
      before === "$defs" ||
      before === "properties" ||
      !(KEYWORDS.has(token) || (KEYWORDS.has(before) && /^\d+$/.test(token)))
    );
  });
  if (tokens.length === 0) return pascalCase(stemOf(document));
  // `$defs/<capability>/<role>` is named by its role, `$defs/<capability>` by its last segment.
  if (isNamedByAuthor(pointer)) return pascalCase(lastSegment(tokens.at(-1) as string));
  return pascalCase([stemOf(document), ...named.map(lastSegment)].join(" "));
}

/** True where the document's author named the schema: its root, a `$defs` entry, a role in one, or a component. */
export function isNamedByAuthor(pointer: string): boolean {
  const [first, ...names] = parsePointer(pointer);
  return (
    first === undefined ||
    (first === "components" && names.length === 2 && names[0] === "schemas") ||
    (first === "$defs" &&
      names.length > 0 &&
      names.length <= 2 &&
      !names.slice(1).some((name) => KEYWORDS.has(name)))
  );
}

function lastSegment(token: string): string {
  return token.includes(".") ? token.slice(token.lastIndexOf(".") + 1) : token;
}

function stemOf(document: string): string {
  const path = URL.canParse(document) ? new URL(document).pathname : document;
  return decodeSegment(path.slice(path.lastIndexOf("/") + 1)).replace(/\.json$/, "");
}

function folderOf(document: string): string {
  const segments = (URL.canParse(document) ? new URL(document).pathname : document).split("/");
  return decodeSegment(segments.at(-2) ?? "");
}

const KEYWORDS: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "properties",
  "items",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "then",
  "else",
  "if",
  "not",
]);

/** The suffix of a view in a type's name; empty for the response of all operations. */
export function viewSuffix({ direction, operation }: View, shared: boolean): string {
  if (direction === "response")
    return operation === undefined ? "" : `${pascalCase(operation)}Response`;
  return shared || operation === undefined ? "Request" : `${pascalCase(operation)}Request`;
}
