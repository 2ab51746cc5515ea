/**
 * Finds the capabilities that one extends, if no profile says it: those for which its document has a `$defs` entry, or
 * else those that such an entry composes.
 */

import type { Json } from "@proto-gen/runtime/json";
import { describesValues, isObject } from "../json-schema/keywords.js";
import { resolveUri, withoutFragment } from "../json-schema/uri.js";
import { lastLabel } from "../text/last-label.js";

export interface CapabilityNames {
  /** The capability's own name. */
  readonly own: string;
  /** The names of all capabilities; an entry is named by a full name or its last label. */
  readonly all: readonly string[];
  /** Names by the URI of their document. */
  readonly byDocument?: ReadonlyMap<string, string>;
}

export function findParents(
  { uri, root }: { readonly uri: string; readonly root: Json },
  { own, all, byDocument }: CapabilityNames,
): string[] {
  // A document with a body of its own is a capability by itself.
  if (!isObject(root) || describesValues(root)) return [];
  const defs = root["$defs"];
  if (!isObject(defs)) return [];
  const named = all.filter(
    (name) => Object.hasOwn(defs, name) || Object.hasOwn(defs, lastLabel(name)),
  );
  const composed = Object.values(defs)
    .flatMap(composedReferences)
    .flatMap((reference) => byDocument?.get(withoutFragment(resolveUri(uri, reference))) ?? []);
  const parents = named.length > 0 ? named : composed;
  return [...new Set(parents)].filter((name) => name !== own);
}

function composedReferences(schema: Json): string[] {
  const branches = isObject(schema) ? schema["allOf"] : undefined;
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch: Json) =>
    isObject(branch) && typeof branch["$ref"] === "string" ? [branch["$ref"]] : [],
  );
}
