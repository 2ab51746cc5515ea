/**
 * A set of schema documents, and the schema that a reference in one of them means (JSON Schema 2020-12 §8, §9).
 * Schemas are located once: their identity and the results of resolution are kept, since later stages ask often.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import { parsePointer, type Json } from "@proto-gen/runtime/json";
import { readFragment } from "./fragment.js";
import { isObject, isSchema, type Schema } from "./keywords.js";
import {
  indexDocument,
  type DocumentIndex,
  type DocumentNames,
  type NameScope,
  type Resource,
} from "./schema-resources.js";
import { isAbsolute, resolveUri, withoutFragment } from "./uri.js";

export { resolveUri, type NameScope, type Resource };

/** A schema's address: its document, its pointer in there, and the resource whose URI is its base. */
export interface ResolvedSchema {
  readonly document: string;
  readonly pointer: string;
  readonly resource: Resource;
  readonly schema: Schema;
  /** Set if the reference was a plain name that is also a dynamic anchor. */
  readonly dynamicAnchor?: string;
}

export interface SchemaSet {
  /**
   * Adds a document under its retrieval URI, and the `$id`s in it. The first of two resources with one URI keeps it.
   *
   * @returns undefined for a document that is there
   */
  add(uri: string, root: Json, names?: DocumentNames): DocumentIndex | undefined;
  /** Another URI of a document that is there, unless a resource has it. */
  addName(uri: string, document: string): void;
  has(uri: string): boolean;
  root(uri: string): Json | undefined;
  /** The schema that `reference` means in the resource `base`; undefined where nothing is there. */
  resolve(base: string, reference: string): ResolvedSchema | undefined;
  /** The URI that `reference` means in the resource `base`, fragment included; for an empty one, what that resolves against. */
  target(base: string, reference: string): string;
  /** The resource with this URI, or with this name in a scope. */
  resource(uri: string, scope?: NameScope): Resource | undefined;
  /** The schema that an absolute URI names, fragment included. */
  at(uri: string): ResolvedSchema | undefined;
  /** The schema at a pointer of a document. */
  locate(document: string, pointer: string): ResolvedSchema | undefined;
  /** The schema below another: `child(location, "properties", "id")`. */
  child(
    location: ResolvedSchema,
    ...tokens: readonly (string | number)[]
  ): ResolvedSchema | undefined;
  /** Some document has a dynamic anchor, so that a schema's meaning may depend on how it was reached. */
  readonly usesDynamicReferences: boolean;
  /** True if the document's meta-schema has the validation vocabulary (§8.1.2). */
  assertsValidation(document: string): boolean;
}

const STANDARD_DIALECT = "https://json-schema.org/draft/2020-12/schema";
const VALIDATION_VOCABULARY = "https://json-schema.org/draft/2020-12/vocab/validation";

interface DocumentEntry {
  readonly root: Json;
  /** The resource at its root. */
  readonly top: Resource;
  /** All resources by pointer, where there are others. */
  readonly resources: ReadonlyMap<string, Resource> | undefined;
  /** Schemas that were located before, by pointer: there is one location for one schema, however it is found. */
  readonly locations: Map<string, ResolvedSchema>;
}

interface SetState {
  /** Gives a document that was not added; asked once a reference leads to it. */
  readonly load: (uri: string) => Json | undefined;
  readonly documents: Map<string, DocumentEntry>;
  readonly resources: Map<string, Resource>;
  /** Resources that have a name in their scope alone, by that. */
  readonly scoped: Map<NameScope, Map<string, Resource>>;
  /** By base, then by reference: one key of both would be long for a composition of many extensions. */
  readonly resolved: Map<string, Map<string, ResolvedSchema>>;
  usesDynamicReferences: boolean;
}

export function createSchemaSet(
  load: (uri: string) => Json | undefined = () => undefined,
): SchemaSet {
  const state: SetState = {
    load,
    documents: new Map(),
    resources: new Map(),
    scoped: new Map(),
    resolved: new Map(),
    usesDynamicReferences: false,
  };
  return {
    add: (uri, root, names) => addDocument(state, uri, root, names),
    assertsValidation: (document) => assertsValidation(state, document),
    addName(uri, document) {
      const top = state.documents.get(document)?.top;
      if (top !== undefined) addOnce(state.resources, uri, top);
    },
    has: (uri) => state.documents.has(uri),
    root: (uri) => state.documents.get(uri)?.root,
    resolve: (base, reference) => resolve(state, base, reference),
    target: (base, reference) =>
      reference === "" ? baseOf(state, base) : resolveUri(baseOf(state, base), reference),
    resource: (uri, scope) => findResource(state, uri, scope),
    at: (uri) => resolve(state, "", uri),
    locate: (document, pointer) => locate(state, document, pointer),
    child: (location, ...tokens) => locateChild(state, location, tokens),
    get usesDynamicReferences() {
      return state.usesDynamicReferences;
    },
  };
}

function addDocument(
  state: SetState,
  uri: string,
  root: Json,
  names?: DocumentNames,
): DocumentIndex | undefined {
  if (state.documents.has(uri)) return undefined;
  const index = indexDocument(uri, root, names);
  const all = index.resources;
  const top = all.get("") as Resource;
  const resources = all.size > 1 ? all : undefined;
  state.documents.set(uri, { root, top, resources, locations: new Map() });
  for (const resource of all.values()) {
    addOnce(state.resources, resource.uri, resource);
    if (resource.base !== resource.uri) addScopedName(state, resource);
    if (resource.dynamicAnchors.size > 0) state.usesDynamicReferences = true;
  }
  addOnce(state.resources, uri, top);
  return index;
}

function addOnce(resources: Map<string, Resource>, uri: string, resource: Resource): void {
  if (!resources.has(uri)) resources.set(uri, resource);
}

function addScopedName({ scoped }: SetState, resource: Resource): void {
  const { scope, base } = resource;
  if (scope === undefined) return;
  const names = scoped.get(scope) ?? new Map<string, Resource>();
  scoped.set(scope, names);
  addOnce(names, base, resource);
}

function findResource(state: SetState, uri: string, scope?: NameScope): Resource | undefined {
  const own = scope && state.scoped.get(scope)?.get(uri);
  if (own !== undefined) return own;
  if (!state.resources.has(uri)) {
    const root = state.load(uri);
    if (root !== undefined) addDocument(state, uri, root);
  }
  return state.resources.get(uri);
}

/** A resource is known by its URI, and its references resolve against its `$id`. */
function baseOf({ resources }: SetState, uri: string): string {
  return resources.get(uri)?.base ?? uri;
}

function resolve(state: SetState, base: string, reference: string): ResolvedSchema | undefined {
  const isScoped = state.scoped.size > 0 && base !== "";
  // An absolute reference means the same everywhere, unless a scope has names of its own; and all those of viewed
  // documents are absolute.
  const group = !isScoped && isAbsolute(reference) ? "" : base;
  const byReference = state.resolved.get(group) ?? new Map<string, ResolvedSchema>();
  const known = byReference.get(reference);
  if (known !== undefined) return known;
  const found = resolveUncached(state, base, reference);
  if (found !== undefined) state.resolved.set(group, byReference.set(reference, found));
  return found;
}

function resolveUncached(
  state: SetState,
  base: string,
  reference: string,
): ResolvedSchema | undefined {
  const scope = state.resources.get(base)?.scope;
  const target = targetOf(state, base, reference);
  const uri = withoutFragment(target);
  const resource = findResource(state, uri, scope);
  if (resource === undefined) return undefined;
  const fragment = readFragment(target.slice(uri.length + 1));
  if (fragment.kind === "malformed") return undefined;
  return fragment.kind === "pointer"
    ? locate(state, resource.document, resource.pointer + fragment.pointer)
    : resolveAnchor(state, resource, fragment.name);
}

function targetOf(state: SetState, base: string, reference: string): string {
  if (reference.startsWith("#")) return withoutFragment(base) + reference;
  if (isKnown(state, reference)) return reference;
  return base === ""
    ? resolveUri(reference, reference)
    : resolveUri(baseOf(state, base), reference);
}

/** True for the URI of a document that is here, as it is written: it needs no resolution. */
function isKnown(state: SetState, reference: string): boolean {
  return isAbsolute(reference) && findResource(state, withoutFragment(reference)) !== undefined;
}

function resolveAnchor(
  state: SetState,
  { document, anchors, dynamicAnchors }: Resource,
  name: string,
): ResolvedSchema | undefined {
  const dynamic = dynamicAnchors.get(name);
  const pointer = anchors.get(name) ?? dynamic;
  const location = pointer === undefined ? undefined : locate(state, document, pointer);
  if (location === undefined || dynamic === undefined) return location;
  return { ...location, dynamicAnchor: name };
}

function locate(state: SetState, document: string, pointer: string): ResolvedSchema | undefined {
  const entry =
    state.documents.get(document) ??
    (findResource(state, document) && state.documents.get(document));
  if (entry === undefined) return undefined;
  const known = entry.locations.get(pointer);
  if (known !== undefined) return known;
  const root = { document, pointer: "", resource: entry.top, schema: entry.root as Schema };
  const found = descend(entry, root, parsePointer(pointer));
  if (found !== undefined) entry.locations.set(pointer, found);
  return found;
}

function locateChild(
  { documents }: SetState,
  location: ResolvedSchema,
  tokens: readonly (string | number)[],
): ResolvedSchema | undefined {
  const entry = documents.get(location.document);
  const found = entry && descend(entry, location, tokens.map(String));
  if (entry === undefined || found === undefined) return undefined;
  const known = entry.locations.get(found.pointer);
  if (known !== undefined) return known;
  entry.locations.set(found.pointer, found);
  return found;
}

function descend(
  entry: DocumentEntry,
  from: ResolvedSchema,
  tokens: readonly string[],
): ResolvedSchema | undefined {
  let node: Json | undefined = from.schema;
  let { pointer, resource } = from;
  for (const token of tokens) {
    node = memberOf(node, token);
    if (node === undefined) return undefined;
    pointer += `/${escapePointerToken(token)}`;
    if (entry.resources !== undefined) resource = entry.resources.get(pointer) ?? resource;
  }
  return isSchema(node) ? { document: from.document, pointer, resource, schema: node } : undefined;
}

function memberOf(node: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(node))
    return /^(0|[1-9]\d*)$/.test(token) ? (node[Number(token)] as Json | undefined) : undefined;
  if (isObject(node)) return Object.hasOwn(node, token) ? node[token] : undefined;
  return undefined;
}

function assertsValidation(state: SetState, document: string): boolean {
  const root = state.documents.get(document)?.root;
  const dialect = isObject(root) ? root["$schema"] : undefined;
  if (typeof dialect !== "string" || dialect.startsWith(STANDARD_DIALECT)) return true;
  const resource = findResource(state, dialect);
  const meta = resource && state.documents.get(resource.document)?.root;
  const vocabulary = isObject(meta) ? meta["$vocabulary"] : undefined;
  return !isObject(vocabulary) || VALIDATION_VOCABULARY in vocabulary;
}
