/**
 * Where a definition lives: its module and its name. In: a definition's source. Out: the module path,
 * and the names to try, the plain one first (DESIGN §7). Names come from file stems and `$defs` keys,
 * never from titles or from the order of a visit.
 */

import { parsePointer } from "@proto-gen/runtime/json";
import type { View } from "../compose/view.js";
import { kebabCase, pascalCase } from "../text/words.js";
import { identifier, type Identifier } from "../text/identifier.js";
import { pathSegment } from "../text/path-segment.js";

/** What is known of the document that a definition stands in. */
export interface DocumentRole {
  /** The capability whose schema it is. */
  readonly capability?: string;
  /** The payment handler whose schema it is. */
  readonly paymentHandler?: string;
  /** Host of the protocol's own documents: theirs have no host folder. */
  readonly protocolHost: string;
}

export function capabilityModule(name: string): string {
  return `capabilities/${name.split(".").map(fileSegment).join("/")}`;
}

export function serviceModule(name: string): string {
  return `services/${name.split(".").map(fileSegment).join("/")}`;
}

export function documentModule(uri: string, role: DocumentRole): string {
  if (role.capability !== undefined) return capabilityModule(role.capability);
  if (role.paymentHandler !== undefined)
    return `payment-handlers/${role.paymentHandler.split(".").map(fileSegment).join("/")}`;
  return `schemas/${schemaPath(uri, role.protocolHost, false)}`;
}

/** The module path that keeps the release segment, for documents of two releases that would share one. */
export function releaseModule(uri: string, role: DocumentRole): string {
  return `schemas/${schemaPath(uri, role.protocolHost, true)}`;
}

function schemaPath(uri: string, protocolHost: string, keepRelease: boolean): string {
  const { host, pathname } = URL.canParse(uri) ? new URL(uri) : { host: "", pathname: uri };
  const segments = pathname
    .replace(/\.json$/, "")
    .split("/")
    .filter((segment) => segment !== "");
  const [first, second] = segments;
  if (first === "schemas") segments.shift();
  const release = first === "schemas" ? second : undefined;
  if (!keepRelease && release !== undefined && /^(?:\d{4}-\d{2}-\d{2}|draft)$/.test(release))
    segments.shift();
  const path = segments.length === 0 ? fileSegment("") : segments.map(fileSegment).join("/");
  return host === protocolHost || host === "" ? path : `${pathSegment(host)}/${path}`;
}

/** What an author wrote, where it was escaped as UTF-8; else the escapes as they are. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function fileSegment(segment: string): string {
  return pathSegment(kebabCase(decoded(segment)));
}

/** Names to try for a definition, from the plain one to the most qualified. */
export function candidateNames(document: string, pointer: string, suffix: string): Identifier[] {
  const stem = pascalCase(stemOf(document));
  const folder = folderOf(document) === "" ? "" : pascalCase(folderOf(document));
  const own = ownName(document, pointer);
  const names =
    own === stem ? [own, `${folder}${own}`] : [own, `${stem}${own}`, `${folder}${stem}${own}`];
  return [...new Set(names)].map((name) => identifier(name + suffix));
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
  if (isDefinition(pointer)) return pascalCase(lastSegment(tokens.at(-1) as string));
  return pascalCase([stemOf(document), ...named.map(lastSegment)].join(" "));
}

/** Whether a document's author named the schema: its root, a `$defs` entry, a role in one, or a component. */
export function isDefinition(pointer: string): boolean {
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
  return decoded(path.slice(path.lastIndexOf("/") + 1)).replace(/\.json$/, "");
}

function folderOf(document: string): string {
  const segments = (URL.canParse(document) ? new URL(document).pathname : document).split("/");
  return decoded(segments.at(-2) ?? "");
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

/** What a view adds to a type's name; nothing for the response of all operations. */
export function viewSuffix({ direction, operation }: View, shared: boolean): string {
  if (direction === "response")
    return operation === undefined ? "" : `${pascalCase(operation)}Response`;
  return shared || operation === undefined ? "Request" : `${pascalCase(operation)}Request`;
}
