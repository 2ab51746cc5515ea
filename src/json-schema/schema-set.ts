/**
 * A set of schema documents, and what a reference in one of them means (JSON Schema 2020-12 §8, §9).
 * In: documents by URI. Out: for a base URI and a reference, the schema it names.
 */

import { escapePointerToken, parsePointer, type Json } from "@proto-gen/runtime/json";
import { isObject, isSchema, subschemas, type Schema } from "./keywords.js";

/** A schema resource: a document root, or a subschema with an `$id` of its own. */
export interface Resource {
  readonly uri: string;
  /** URI of the document that holds it, and where in there. */
  readonly document: string;
  readonly pointer: string;
  readonly anchors: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

/** A schema's address: its document, its pointer in there, and the resource whose URI is its base. */
export interface ResolvedSchema {
  readonly document: string;
  readonly pointer: string;
  readonly resource: Resource;
  readonly schema: Schema;
  /** Set when the reference was a plain name that is also a dynamic anchor. */
  readonly dynamicAnchor?: string;
}

export interface SchemaSet {
  /** Adds a document under its retrieval URI; its own `$id`s become known too. */
  add(uri: string, root: Json): void;
  has(uri: string): boolean;
  root(uri: string): Json | undefined;
  /** What `reference` means in the resource `base`; undefined where nothing is there. */
  resolve(base: string, reference: string): ResolvedSchema | undefined;
  /** What an absolute URI names, fragment included. */
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
  /** Whether the document's meta-schema has the validation vocabulary (§8.1.2). */
  assertsValidation(document: string): boolean;
}

const STANDARD_DIALECT = "https://json-schema.org/draft/2020-12/schema";
const VALIDATION_VOCABULARY = "https://json-schema.org/draft/2020-12/vocab/validation";

interface Entry {
  readonly root: Json;
  readonly resources: ReadonlyMap<string, Resource>;
  /** What was located before, by pointer. */
  readonly locations: Map<string, ResolvedSchema>;
}

export function createSchemaSet(
  load: (uri: string) => Json | undefined = () => undefined,
): SchemaSet {
  const documents = new Map<string, Entry>();
  const resources = new Map<string, Resource>();
  // By base, then by reference: the URI of a composition of many extensions is long, and one key of both longer.
  const resolved = new Map<string, Map<string, ResolvedSchema>>();
  let usesDynamicReferences = false;

  function add(uri: string, root: Json): void {
    if (documents.has(uri)) return;
    const own = new Map<string, Resource>();
    documents.set(uri, { root, resources: own, locations: new Map() });
    const base =
      isObject(root) && typeof root["$id"] === "string" ? absolute(uri, root["$id"]) : uri;
    const top = index(root, uri, "", base, own);
    if (!resources.has(uri)) resources.set(uri, top);
  }

  function index(
    schema: Json,
    document: string,
    pointer: string,
    uri: string,
    own: Map<string, Resource>,
  ): Resource {
    const anchors = new Map<string, string>();
    const dynamicAnchors = new Map<string, string>();
    const resource: Resource = { uri, document, pointer, anchors, dynamicAnchors };
    own.set(pointer, resource);
    if (!resources.has(uri)) resources.set(uri, resource);
    visit(schema, pointer);
    return resource;

    function visit(node: Json, at: string): void {
      if (!isObject(node)) return;
      if (typeof node["$anchor"] === "string") anchors.set(node["$anchor"], at);
      if (typeof node["$dynamicAnchor"] === "string") {
        dynamicAnchors.set(node["$dynamicAnchor"], at);
        usesDynamicReferences = true;
      }
      for (const sub of subschemas(node, at)) {
        const id = isObject(sub.schema) ? sub.schema["$id"] : undefined;
        if (typeof id === "string")
          index(sub.schema, document, sub.pointer, absolute(uri, id), own);
        else visit(sub.schema, sub.pointer);
      }
    }
  }

  function find(uri: string): Resource | undefined {
    if (!resources.has(uri)) {
      const loaded = load(uri);
      if (loaded !== undefined) add(uri, loaded);
    }
    return resources.get(uri);
  }

  function resolve(base: string, reference: string): ResolvedSchema | undefined {
    const known = resolved.get(base) ?? new Map<string, ResolvedSchema>();
    const found = known.get(reference) ?? resolveAnew(base, reference);
    if (found !== undefined) resolved.set(base, known.set(reference, found));
    return found;
  }

  function resolveAnew(base: string, reference: string): ResolvedSchema | undefined {
    const target = absolute(base, reference);
    const hash = target.indexOf("#");
    const resource = find(hash < 0 ? target : target.slice(0, hash));
    if (resource === undefined) return undefined;
    const fragment = hash < 0 ? "" : decodeFragment(target.slice(hash + 1));
    if (fragment === undefined) return undefined;
    if (fragment === "" || fragment.startsWith("/"))
      return locate(resource.document, resource.pointer + fragment);
    const dynamic = resource.dynamicAnchors.get(fragment);
    const pointer = resource.anchors.get(fragment) ?? dynamic;
    const location = pointer === undefined ? undefined : locate(resource.document, pointer);
    if (location === undefined || dynamic === undefined) return location;
    return { ...location, dynamicAnchor: fragment };
  }

  function locate(document: string, pointer: string): ResolvedSchema | undefined {
    const entry = documents.get(document) ?? (find(document) && documents.get(document));
    if (entry === undefined) return undefined;
    const known = entry.locations.get(pointer);
    if (known !== undefined) return known;
    const resource = entry.resources.get("");
    const found =
      resource &&
      walk(
        entry,
        { document, pointer: "", resource, schema: entry.root as Schema },
        parsePointer(pointer),
      );
    if (found !== undefined) entry.locations.set(pointer, found);
    return found;
  }

  function child(
    location: ResolvedSchema,
    ...tokens: readonly (string | number)[]
  ): ResolvedSchema | undefined {
    const entry = documents.get(location.document);
    const found = entry && walk(entry, location, tokens.map(String));
    if (found === undefined) return undefined;
    // One location for one schema, however it is found.
    const known = entry?.locations.get(found.pointer);
    if (known !== undefined) return known;
    entry?.locations.set(found.pointer, found);
    return found;
  }

  function walk(
    entry: Entry,
    from: ResolvedSchema,
    tokens: readonly string[],
  ): ResolvedSchema | undefined {
    let node: Json | undefined = from.schema;
    let { pointer, resource } = from;
    for (const token of tokens) {
      node = step(node, token);
      if (node === undefined) return undefined;
      pointer += `/${escapePointerToken(token)}`;
      resource = entry.resources.get(pointer) ?? resource;
    }
    return isSchema(node)
      ? { document: from.document, pointer, resource, schema: node }
      : undefined;
  }

  function assertsValidation(document: string): boolean {
    const root = documents.get(document)?.root;
    const dialect =
      isObject(root) && typeof root["$schema"] === "string" ? root["$schema"] : undefined;
    if (dialect === undefined || dialect.startsWith(STANDARD_DIALECT)) return true;
    const resource = find(dialect);
    const meta = resource && documents.get(resource.document)?.root;
    const vocabulary = isObject(meta) ? meta["$vocabulary"] : undefined;
    return !isObject(vocabulary) || VALIDATION_VOCABULARY in vocabulary;
  }

  return {
    add,
    assertsValidation,
    has: (uri) => documents.has(uri),
    root: (uri) => documents.get(uri)?.root,
    resolve,
    at: (uri) => resolve(uri, uri),
    locate,
    child,
    get usesDynamicReferences() {
      return usesDynamicReferences;
    },
  };
}

function step(node: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(node))
    return /^(0|[1-9]\d*)$/.test(token) ? (node[Number(token)] as Json | undefined) : undefined;
  if (isObject(node)) return Object.hasOwn(node, token) ? node[token] : undefined;
  return undefined;
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** RFC 3986 §5 resolution that also serves opaque bases such as `urn:` and `tag:`. */
export function absolute(base: string, reference: string): string {
  if (reference.startsWith("#")) return stripFragment(base) + reference;
  try {
    return stripEmptyFragment(new URL(reference, base).href);
  } catch {
    return reference;
  }
}

function stripFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash < 0 ? uri : uri.slice(0, hash);
}

function stripEmptyFragment(uri: string): string {
  return uri.endsWith("#") ? uri.slice(0, -1) : uri;
}
