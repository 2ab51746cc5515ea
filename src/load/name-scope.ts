/**
 * The names that documents of one root have for each other alone. The files of a release may call themselves
 * `https://host/schemas/x.json` and be published below `https://host/2026-04-08`: two such releases have the same
 * names, and each means its own documents.
 */

import type { NameScope } from "../json-schema/schema-resources.js";
import { isBelow } from "../json-schema/uri.js";
import type { SchemaRoot } from "./schema-root.js";

const scopes = new WeakMap<SchemaRoot, NameScope>();

/** Undefined for a root without a given prefix: what its documents call themselves counts for all. */
export function scopeOf(root: SchemaRoot | undefined): NameScope | undefined {
  if (root?.prefix === undefined || root.isAssumed === true) return undefined;
  const known = scopes.get(root) ?? createScope([root.prefix, ...(root.otherPrefixes ?? [])]);
  scopes.set(root, known);
  return known;
}

function createScope(prefixes: readonly string[]): NameScope {
  const origins = prefixes.map((prefix) => new URL(prefix).origin);
  const isBelowOneOf = (urls: readonly string[], uri: string): boolean =>
    urls.some((url) => isBelow(url, uri));
  return { isOwnName: (uri) => isBelowOneOf(origins, uri) && !isBelowOneOf(prefixes, uri) };
}
