/** Names in the case of their place, made of the words of a file's name, a `$defs` key or a capability's segment. */

import { identifier, identifierFrom, type Identifier } from "./identifier.js";

const TYPE = identifier("Type");

/**
 * The name of a type.
 *
 * @example
 * ```ts
 * import { pascalCase } from "proto-gen/emitter/v1";
 *
 * pascalCase("line_item"); // "LineItem"
 * ```
 */
export function pascalCase(text: string): Identifier {
  return identifierFrom(joinCapitalised(splitWords(text)), TYPE);
}

/**
 * The name of a constant: `create_checkout` and `CreateCheckout` are `createCheckout`.
 *
 * @param prefix stands in front of what no identifier starts with, or alone where nothing is left
 *
 * @example
 * ```ts
 * import { camelCase, identifier } from "proto-gen/emitter/v1";
 *
 * camelCase("create_checkout", identifier("operation")); // "createCheckout"
 * ```
 */
export function camelCase(text: string, prefix: Identifier): Identifier {
  const [first = "", ...rest] = splitWords(text);
  return identifierFrom(first.toLowerCase() + joinCapitalised(rest), prefix);
}

const MEMBER = identifier("member");
const MAX_LOCAL_NAME = 40;

/** The name of a local variable: unlike a constant's, it keeps the capitals of its words. */
export function localName(text: string): Identifier {
  return identifierFrom(localStem(text), MEMBER);
}

/** The start of a longer name; it may be a reserved word: `extends` of `extendsBranches`. */
export function localStem(text: string): string {
  const joined = joinCapitalised(text.split(/[^A-Za-z0-9]+/).filter((word) => word !== ""));
  const name = lowerFirst(joined);
  return /^[a-z]/.test(name) ? name.slice(0, MAX_LOCAL_NAME) : MEMBER;
}

/** A module's path, or a part of one, as part of a name: `proto.dev/line-item` is `ProtoDevLineItem`. */
export function pathCase(path: string): string {
  return joinCapitalised(path.split(/[^A-Za-z0-9]+/));
}

/** A type's name behind its module's path: `schemas/types` and `Item` are `SchemasTypesItem`. */
export function qualifiedName(path: string, name: Identifier): Identifier {
  return identifierFrom(pathCase(path) + name, TYPE);
}

/** The name of a type that another of the same name extends: `Checkout` is `BaseCheckout`. */
export function baseName(name: Identifier): Identifier {
  return identifierFrom(`Base${name}`, TYPE);
}

/** `["ap2", "mandate"]` is `Ap2Mandate`. */
export function joinCapitalised(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** `LineItem` is `lineItem`. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

export function kebabCase(text: string): string {
  return splitWords(text)
    .map((word) => word.toLowerCase())
    .join("-");
}

/** Splits at characters that identifiers cannot have, and between a lower-case and an upper-case letter. */
export function splitWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}
