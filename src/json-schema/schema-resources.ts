/**
 * The schema resources of a document (JSON Schema 2020-12 §4.3.5): its root, and each subschema with an `$id` of its
 * own. A resource is the base of the references in it, and the scope of its anchors and dynamic anchors (§8.2.2).
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject, subschemas } from "./keywords.js";
import { resolveUri } from "./uri.js";

export interface Resource {
  /** Its URI, which no other resource of a set has. */
  readonly uri: string;
  /** The URI that its references resolve against: its `$id`, whoever else has that. */
  readonly base: string;
  /** The names that its references may have beside those of all documents. */
  readonly scope: NameScope | undefined;
  /** URI of the document that holds it. */
  readonly document: string;
  /** Its position in that document. */
  readonly pointer: string;
  /** Pointers by name, for `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

/** The documents that share names which mean nothing to other documents: those of one directory. */
export interface NameScope {
  /** True for a URI that is a name in the scope alone. */
  isOwnName(uri: string): boolean;
}

/** Two schemas of one resource with one name: a reference to it has no meaning (§8.2.2). */
export interface RepeatedAnchor {
  readonly name: string;
  /** The pointers of the two keywords. */
  readonly first: string;
  readonly second: string;
}

/** What a document contains that has a name. */
export interface DocumentIndex {
  /** By pointer, each before those within it; the resource of the root is the one at "". */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly repeatedAnchors: readonly RepeatedAnchor[];
}

type Anchors = ReadonlyMap<string, string>;

/** Most resources have no anchor, and share this one. */
const NO_ANCHORS: Anchors = new Map();

type ResourceIndex = { -readonly [Member in keyof Resource]: Resource[Member] };

interface Subschema {
  readonly schema: Json;
  readonly pointer: string;
}

interface IndexInProgress {
  readonly resources: Map<string, Resource>;
  readonly repeatedAnchors: RepeatedAnchor[];
}

export interface DocumentNames {
  /** The documents with which it shares names of their own. */
  readonly scope?: NameScope | undefined;
  /** Set if the document is what its URI says, whatever its `$id`. */
  readonly isNamedByUri?: boolean | undefined;
}

/** @param document the URI by which the document was retrieved; the base of an `$id` at its root */
export function indexDocument(
  document: string,
  root: Json,
  { scope, isNamedByUri = false }: DocumentNames = {},
): DocumentIndex {
  const index: IndexInProgress = { resources: new Map(), repeatedAnchors: [] };
  const id = isNamedByUri ? undefined : idOf(root);
  const base = id === undefined ? document : resolveUri(document, id);
  indexResource({ schema: root, pointer: "" }, { base, document, scope }, index);
  return index;
}

function indexResource(
  start: Subschema,
  { base, document, scope }: Pick<Resource, "base" | "document" | "scope">,
  index: IndexInProgress,
): void {
  const { pointer } = start;
  const uri = scope?.isOwnName(base) === true ? placeOf(document, pointer, base) : base;
  const anchors = NO_ANCHORS;
  const resource = { uri, base, scope, document, pointer, anchors, dynamicAnchors: anchors };
  index.resources.set(pointer, resource);
  indexSchema(start, resource, index);
}

/** A name of its scope alone is no URI of the set: another scope may have the same. */
function placeOf(document: string, pointer: string, name: string): string {
  return pointer === "" ? document : `${document}/${encodeURIComponent(name)}`;
}

function indexSchema(
  { schema, pointer }: Subschema,
  resource: ResourceIndex,
  index: IndexInProgress,
): void {
  if (!isObject(schema)) return;
  if (schema["$anchor"] !== undefined || schema["$dynamicAnchor"] !== undefined)
    indexAnchors(schema, pointer, { resource, index });
  const { base, document, scope } = resource;
  for (const each of subschemas(schema, pointer)) {
    const id = idOf(each.schema);
    if (id === undefined) indexSchema(each, resource, index);
    else indexResource(each, { base: resolveUri(base, id), document, scope }, index);
  }
}

function indexAnchors(
  { $anchor, $dynamicAnchor }: JsonObject,
  pointer: string,
  { resource, index }: { readonly resource: ResourceIndex; readonly index: IndexInProgress },
): void {
  const add = (keyword: "$anchor" | "$dynamicAnchor", name: string): Anchors => {
    const first = keywordOf(resource, name);
    if (first !== undefined)
      index.repeatedAnchors.push({ name, first, second: `${pointer}/${keyword}` });
    const known = keyword === "$anchor" ? resource.anchors : resource.dynamicAnchors;
    return (known === NO_ANCHORS ? new Map<string, string>() : (known as Map<string, string>)).set(
      name,
      pointer,
    );
  };
  if (typeof $anchor === "string") resource.anchors = add("$anchor", $anchor);
  if (typeof $dynamicAnchor === "string")
    resource.dynamicAnchors = add("$dynamicAnchor", $dynamicAnchor);
}

/** The pointer of the keyword that gives the name. */
function keywordOf({ anchors, dynamicAnchors }: Resource, name: string): string | undefined {
  const plain = anchors.get(name);
  if (plain !== undefined) return `${plain}/$anchor`;
  const dynamic = dynamicAnchors.get(name);
  return dynamic === undefined ? undefined : `${dynamic}/$dynamicAnchor`;
}

function idOf(schema: Json): string | undefined {
  const id = isObject(schema) ? schema["$id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
