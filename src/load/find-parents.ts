/**
 * Finds the capabilities that one extends, if no profile says it: those for which its document has a `$defs` entry, and those
 * of which an entry composes a shape; without any, those that an entry composes.
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
  const owners = (references: readonly string[]): string[] =>
    references.flatMap((each) => byDocument?.get(withoutFragment(each)) ?? []);
  const composedBy = (entry: Json): string[] =>
    [...composedReferences(entry)].map((reference) => resolveUri(uri, reference));
  // So is a container: what one of its other entries composes, it adds to another root. What the document itself uses is a part of
  // something else, not the shape of a request or a response.
  if (named.length === 0) {
    const shapesHere = Object.entries(defs).filter(
      ([key, entry]) =>
        SHAPE_NAME.test(key) && owners([...aliasOf(entry, uri), ...composedBy(entry)]).length === 0,
    );
    const used = shapesHere.length === 0 ? new Set() : locallyUsed(defs);
    if (shapesHere.some(([key]) => !used.has(key))) return [];
  }
  const composed = Object.values(defs).flatMap(composedBy);
  const shapes = owners(composed.filter((each) => SHAPE.test(each)));
  const certain = [...named, ...shapes];
  const parents = certain.length > 0 ? certain : owners(composed);
  return [...new Set(parents)].filter((name) => name !== own);
}

/** The keys of the definitions that the document itself refers to. */
function locallyUsed(defs: Json): ReadonlySet<string | undefined> {
  const references = JSON.stringify(defs).matchAll(/"#\/\$defs\/([^"/]+)"/g);
  return new Set([...references].map(([, key]) => key));
}

/** The name of a shape of a container. */
const SHAPE_NAME = /_(?:request|response)$/;
/** A reference to one shape of a container. */
const SHAPE = /#\/\$defs\/[^/]+_(?:request|response)$/;

function aliasOf(entry: Json, uri: string): string[] {
  const reference = isObject(entry) ? entry["$ref"] : undefined;
  return typeof reference === "string" ? [resolveUri(uri, reference)] : [];
}

/** The references of an entry in each form that it may have: a schema, a choice of schemas, a map of schemas. */
function* composedReferences(entry: Json): Generator<string> {
  const waiting = [entry];
  for (const schema of waiting) {
    if (!isObject(schema)) continue;
    if (schema !== entry && typeof schema["$ref"] === "string") yield schema["$ref"];
    const lists = [schema["allOf"], schema["oneOf"], schema["anyOf"]];
    waiting.push(
      ...lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : [])),
    );
    if (schema === entry && isObject(schema["$defs"]))
      waiting.push(...Object.values(schema["$defs"]));
  }
}
