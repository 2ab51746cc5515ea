/**
 * The schema resources of a document (JSON Schema 2020-12 §4.3.5): its root, and each subschema with an `$id` of its
 * own. A resource is the base of the references in it, and the scope of its anchors and dynamic anchors (§8.2.2).
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject, subschemas } from "./keywords.js";
import { resolveUri } from "./uri.js";

export interface Resource {
  readonly uri: string;
  /** URI of the document that holds it. */
  readonly document: string;
  /** Its position in that document. */
  readonly pointer: string;
  /** Pointers by name, for `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

type Anchors = ReadonlyMap<string, string>;

/** Most resources have no anchor, and share this one. */
const NO_ANCHORS: Anchors = new Map();

type ResourceIndex = { -readonly [Member in keyof Resource]: Resource[Member] };

interface Subschema {
  readonly schema: Json;
  readonly pointer: string;
}

/**
 * @param document the URI by which the document was retrieved; the base of an `$id` at its root
 * @returns the resources by pointer, each before those within it; the root's is the one at ""
 */
export function indexResources(document: string, root: Json): ReadonlyMap<string, Resource> {
  const resources = new Map<string, Resource>();
  const id = idOf(root);
  const uri = id === undefined ? document : resolveUri(document, id);
  indexResource({ schema: root, pointer: "" }, { uri, document }, resources);
  return resources;
}

function indexResource(
  start: Subschema,
  { uri, document }: Pick<Resource, "uri" | "document">,
  resources: Map<string, Resource>,
): void {
  const { pointer } = start;
  const resource = { uri, document, pointer, anchors: NO_ANCHORS, dynamicAnchors: NO_ANCHORS };
  resources.set(pointer, resource);
  indexSchema(start, resource, resources);
}

function indexSchema(
  { schema, pointer }: Subschema,
  resource: ResourceIndex,
  resources: Map<string, Resource>,
): void {
  if (!isObject(schema)) return;
  const { $anchor: anchor, $dynamicAnchor: dynamicAnchor } = schema;
  if (typeof anchor === "string") resource.anchors = withAnchor(resource.anchors, anchor, pointer);
  if (typeof dynamicAnchor === "string")
    resource.dynamicAnchors = withAnchor(resource.dynamicAnchors, dynamicAnchor, pointer);
  const { uri, document } = resource;
  for (const each of subschemas(schema, pointer)) {
    const id = idOf(each.schema);
    if (id === undefined) indexSchema(each, resource, resources);
    else indexResource(each, { uri: resolveUri(uri, id), document }, resources);
  }
}

function withAnchor(anchors: Anchors, name: string, pointer: string): Anchors {
  return new Map(anchors).set(name, pointer);
}

function idOf(schema: Json): string | undefined {
  const id = isObject(schema) ? schema["$id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
