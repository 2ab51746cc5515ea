/**
 * Viewed documents: plain JSON Schema 2020-12, without annotations, in one URI space. A document
 * seen by a view stands at `<uri>?view=<view>`, and every `$ref` in it is absolute and leads to the
 * same view, so that later stages need to know nothing of directions or operations. A document is viewed when it is first
 * asked for (`document-view/`); compositions and parts are added as documents of references.
 */

import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import { createSchemaSet, type SchemaSet } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import { createDocumentViewer } from "./document-view/view-document.js";
import type { RootAnchors } from "./open-enums/anchored-values.js";
import { collectOpenEnums, type OpenEnums } from "./open-enums/open-enums.js";
import { effectiveView, hasSharedRequestView, type View } from "./view.js";
import type {
  OpenEnum,
  ContestedMembers,
  ServiceReferenceResolver,
  ViewedSource,
} from "./viewed-source.js";
import { viewedUri, type ViewChanges } from "./viewed-uri.js";

export interface ViewedSchemas {
  readonly set: SchemaSet;
  /** The absolute reference to a source schema, seen by a view. */
  reference(target: SchemaAddress, view: View, changes?: ViewChanges): string;
  /** The source of a viewed document; undefined for a composed one. */
  source(uri: string): ViewedSource | undefined;
  /** The members that the schema at a pointer of a viewed document leaves to the active extensions; undefined for almost all schemas. */
  contestedMembers(document: string, pointer: string): ContestedMembers | undefined;
  /** The enum at a pointer, where a release leaves it open. */
  openEnum(document: string, pointer: string): OpenEnum | undefined;
  /** Tells whether the document reaches a `$dynamicRef`, whose target depends on the documents that led to it. */
  dependsOnScope(document: string): boolean;
  /** The capabilities that add values to open enums by a composed document. */
  valueOwners(document: string): readonly string[];
  /** Adds a composed document, whose references are already viewed. */
  addComposed(uri: string, schema: JsonObject): void;
  /** Adds an `allOf` of references whose root has the anchors of open enums. */
  addAnchored(uri: string, composition: AnchoredComposition): void;
  /** Adds a composed document of two layers, which the model keeps apart. */
  addLayered(uri: string, layers: LayerReferences): void;
  /** The layers of a composed document; undefined for one that the model merges. */
  layersOf(uri: string): LayerReferences | undefined;
}

export interface AnchoredComposition {
  readonly references: readonly string[];
  readonly anchors: RootAnchors;
  /** The document is a part of a shape. */
  readonly isPart: boolean;
}

/** A composition in two layers: a reference to the composition that an extension builds on, and one to what it adds. */
export interface LayerReferences {
  readonly base: string;
  readonly addition: string;
}

export interface ViewedSchemasOptions {
  readonly resolveServiceReference?: ServiceReferenceResolver;
  readonly openEnums?: OpenEnums;
}

/** The documents that were referred to, viewed or composed so far. */
interface ViewStore {
  readonly sources: Sources;
  readonly openEnums: OpenEnums;
  readonly viewed: Map<string, ViewedSource>;
  readonly contestedMembers: Map<string, Map<string, ContestedMembers>>;
  readonly layered: Map<string, LayerReferences>;
  readonly anchored: Map<string, AnchoredComposition>;
}

export function createViewedSchemas(
  sources: Sources,
  {
    resolveServiceReference = () => undefined,
    openEnums = collectOpenEnums(sources),
  }: ViewedSchemasOptions = {},
): ViewedSchemas {
  const store: ViewStore = {
    ...{ sources, openEnums },
    viewed: new Map(),
    contestedMembers: new Map(),
    layered: new Map(),
    anchored: new Map(),
  };
  const set = createViewedSet(store, resolveServiceReference);
  return {
    set,
    reference: (target, view, changes) => referTo(store, { target, view }, changes),
    source: (uri) => store.viewed.get(uri),
    contestedMembers: (document, pointer) => store.contestedMembers.get(document)?.get(pointer),
    openEnum: (document, pointer) => findOpenEnum(store, { document, pointer }),
    dependsOnScope: (document) => dependsOnScope(store, document),
    valueOwners: (document) => valueOwners(store, document),
    addComposed: (uri, schema) => set.add(uri, schema),
    addAnchored(uri, composition) {
      const { references, anchors } = composition;
      store.anchored.set(uri, composition);
      set.add(uri, { $id: uri, $defs: anchors.defs, allOf: allOf(references) });
    },
    addLayered(uri, layers) {
      store.layered.set(uri, layers);
      set.add(uri, { $id: uri, allOf: allOf([layers.base, layers.addition]) });
    },
    layersOf: (uri) => store.layered.get(uri),
  };
}

/** Documents are viewed when something in them is first looked up. */
function createViewedSet(
  store: ViewStore,
  resolveServiceReference: ServiceReferenceResolver,
): SchemaSet {
  const { sources, viewed, contestedMembers } = store;
  const viewDocument = createDocumentViewer({
    ...{ sources, resolveServiceReference },
    reference: (target, view, changes) => referTo(store, { target, view }, changes),
    noteContested(uri, pointer, members) {
      const known = contestedMembers.get(uri) ?? new Map<string, ContestedMembers>();
      contestedMembers.set(uri, known.set(pointer, members));
    },
  });
  return createSchemaSet((uri) => {
    const source = viewed.get(uri);
    return source === undefined ? undefined : viewDocument(uri, source);
  });
}

/** Returns the reference, and keeps what its document has to be viewed by. */
function referTo(
  { sources, viewed }: ViewStore,
  { target, view: asked }: { readonly target: SchemaAddress; readonly view: View },
  { inherited: visibility, part }: ViewChanges = {},
): string {
  const { document, pointer } = target;
  const view = effectiveView(sources, document, asked);
  const uri = viewedUri(document, view, { inherited: visibility, pointer, part });
  if (!viewed.has(uri)) {
    const shared = hasSharedRequestView(sources, document, asked);
    const inherited = visibility && { pointer, visibility };
    viewed.set(uri, {
      document,
      view,
      shared,
      inherited,
      part,
    });
  }
  return pointer === "" ? uri : `${uri}#${encodePointer(pointer)}`;
}

function findOpenEnum(
  { viewed, openEnums, anchored }: ViewStore,
  { document, pointer }: SchemaAddress,
): OpenEnum | undefined {
  const source = viewed.get(document);
  if (source !== undefined) {
    const owned = openEnums.ownedAt({ document: source.document, pointer });
    return owned && { owned, isPart: false };
  }
  const composed = anchored.get(document);
  if (composed === undefined) return undefined;
  for (const [anchor, owned] of composed.anchors.owned)
    if (pointer === joinPointer("/$defs", anchor)) return { owned, isPart: composed.isPart };
  return undefined;
}

function dependsOnScope({ viewed, openEnums }: ViewStore, document: string): boolean {
  const source = viewed.get(document);
  return source === undefined || openEnums.dependsOnScope(source.document);
}

function valueOwners(
  { viewed, openEnums, anchored }: ViewStore,
  document: string,
): readonly string[] {
  const source = viewed.get(document);
  if (source === undefined) return anchored.get(document)?.anchors.capabilities ?? [];
  return openEnums.added.flatMap(({ address, capability }) =>
    address.document === source.document ? [capability] : [],
  );
}

function allOf(references: readonly string[]): JsonObject[] {
  return references.map(($ref) => ({ $ref }));
}

function encodePointer(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}
