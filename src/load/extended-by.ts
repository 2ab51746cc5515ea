/**
 * What a capability extends, where no profile says it. In: its document and those of the others. Out: the
 * names of those that it has a `$defs` entry for, or that such an entry composes.
 */

import type { Json } from "@proto-gen/runtime/json";
import { describesValues, isObject } from "../json-schema/keywords.js";
import { absolute } from "../json-schema/schema-set.js";
import { withoutFragment } from "./uri.js";

/**
 * @param names of all capabilities; an entry is named by a full or last name
 * @param byDocument names by the URI of their document
 */
export function extendedBy(
  { uri, root }: { readonly uri: string; readonly root: Json },
  names: readonly string[],
  own: string,
  byDocument: ReadonlyMap<string, string> = new Map(),
): string[] {
  // A document with a body of its own is a capability by itself.
  if (!isObject(root) || describesValues(root)) return [];
  const defs = root["$defs"];
  if (!isObject(defs)) return [];
  const named = names.filter(
    (name) =>
      Object.hasOwn(defs, name) || Object.hasOwn(defs, name.slice(name.lastIndexOf(".") + 1)),
  );
  const composed = Object.values(defs)
    .flatMap(composedReferences)
    .flatMap((reference) => byDocument.get(withoutFragment(absolute(uri, reference))) ?? []);
  const all = named.length > 0 ? named : composed;
  return [...new Set(all)].filter((name) => name !== own);
}

function composedReferences(schema: Json): string[] {
  const branches = isObject(schema) ? schema["allOf"] : undefined;
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch: Json) =>
    isObject(branch) && typeof branch["$ref"] === "string" ? [branch["$ref"]] : [],
  );
}
