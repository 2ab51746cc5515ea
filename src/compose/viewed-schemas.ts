/**
 * Viewed documents: plain JSON Schema 2020-12, without annotations, in one URI space. A document
 * seen by a view stands at `<uri>?view=<view>`, and every `$ref` in it is absolute and leads to the
 * same view, so that later stages need to know nothing of directions or operations.
 */

import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { createSchemaSet, type SchemaSet } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import type { Influence } from "./influence.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import { openEnumsOf, type OpenEnums, type OwnedValue, type RootAnchors } from "./open-enums.js";
import { documentViewer } from "./view-document.js";
import { sharesView, viewIn, type View } from "./view.js";
import { viewedUri } from "./viewed-uri.js";

/** Where a viewed document comes from. */
export interface ViewedSource {
  readonly document: string;
  readonly view: View;
  /** The document has one request view for all operations. */
  readonly shared: boolean;
  /** The document stands in a composition that changes the visibility of some of its properties. */
  readonly influenced?: { readonly pointer: string; readonly influence: Influence };
  /** The capability whose part of a shape it is, or below which it was reached; undefined for a whole one. */
  readonly part?: PartOwner;
}

/** Whose part of a shape a viewed document is. */
export interface PartOwner {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** The capability whose schema it is, where the owner brings it. */
  readonly unless?: string;
  readonly shape: string;
}

/** What a schema object leaves to the extensions that are active. */
export interface OpenMembers {
  /** Members declared here that take their visibility from elsewhere. */
  readonly inheriting: ReadonlySet<string>;
  /** Members that no `required` here asks for where they are omitted. */
  readonly leaving: ReadonlySet<string>;
}

/** An enum that a release leaves open, as a viewed or composed document has it. */
export interface OpenEnum {
  /** Values that are not the release's; none where no capability adds any. */
  readonly owned: readonly OwnedValue[];
  /** The document is a part of a shape: which of the owned values there are depends on the active capabilities. */
  readonly isPart: boolean;
}

export interface ViewedSchemas {
  readonly set: SchemaSet;
  /** The absolute reference to a source schema, seen by a view. */
  reference(target: SchemaAddress, view: View, influence?: Influence, part?: PartOwner): string;
  /** The source of a viewed document; undefined for a composed one. */
  source(uri: string): ViewedSource | undefined;
  /** What the schema at a pointer of a viewed document leaves open; undefined for almost all. */
  openMembers(document: string, pointer: string): OpenMembers | undefined;
  /** The enum at a pointer, where a release leaves it open. */
  openEnum(document: string, pointer: string): OpenEnum | undefined;
  /** Tells whether the document reaches a `$dynamicRef`, whose target depends on the documents that led to it. */
  dependsOnScope(document: string): boolean;
  /** The capabilities that add values to open enums by a composed document. */
  valueOwners(document: string): readonly string[];
  /** Adds a composed document, whose references are already viewed. */
  addComposed(uri: string, schema: JsonObject): void;
  /** Adds a document whose root has the anchors of open enums. */
  addAnchored(
    uri: string,
    references: readonly string[],
    anchors: RootAnchors,
    isPart: boolean,
  ): void;
  /** Adds a composed document of two layers, which the model keeps apart. */
  addLayered(uri: string, layers: Layers): void;
  /** The layers of a composed document; undefined for one that the model merges. */
  layersOf(uri: string): Layers | undefined;
}

/** A composition as the one that an extension builds on, and what it adds: a reference to each. */
export interface Layers {
  readonly base: string;
  readonly addition: string;
}

/** What a service document means by a schema that a member of its own schemas refers to; undefined for the schema itself. */
export type MeantByServices = (target: SchemaAddress, view: View) => string | undefined;

export function createViewedSchemas(
  sources: Sources,
  meantByServices: MeantByServices = () => undefined,
  openEnums: OpenEnums = openEnumsOf(sources),
): ViewedSchemas {
  const viewed = new Map<string, ViewedSource>();
  const open = new Map<string, Map<string, OpenMembers>>();
  const layered = new Map<string, Layers>();
  const anchored = new Map<string, { anchors: RootAnchors; isPart: boolean }>();
  const viewDocument = documentViewer(sources, {
    reference,
    meantByServices,
    noteOpen(uri, pointer, members) {
      const known = open.get(uri) ?? new Map<string, OpenMembers>();
      open.set(uri, known.set(pointer, members));
    },
  });
  const set = createSchemaSet((uri) => {
    const source = viewed.get(uri);
    return source === undefined ? undefined : viewDocument(uri, source);
  });

  function reference(
    { document, pointer }: SchemaAddress,
    view: View,
    influence?: Influence,
    part?: PartOwner,
  ): string {
    const effective = viewIn(sources, document, view);
    const influenced = influence === undefined ? {} : { influenced: { pointer, influence } };
    const uri = viewedUri(document, effective, { influence, pointer, part });
    if (!viewed.has(uri)) {
      const shared = sharesView(sources, document, view);
      const owner = part === undefined ? {} : { part };
      viewed.set(uri, { document, view: effective, shared, ...influenced, ...owner });
    }
    return pointer === "" ? uri : `${uri}#${encodePointer(pointer)}`;
  }

  function openEnum(document: string, pointer: string): OpenEnum | undefined {
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

  return {
    set,
    reference,
    openEnum,
    dependsOnScope(document) {
      const source = viewed.get(document);
      return source === undefined || openEnums.dependsOnScope(source.document);
    },
    valueOwners(document) {
      const source = viewed.get(document);
      if (source === undefined) return anchored.get(document)?.anchors.capabilities ?? [];
      return openEnums.added.flatMap(({ address, capability }) =>
        address.document === source.document ? [capability] : [],
      );
    },
    source: (uri) => viewed.get(uri),
    openMembers: (document, pointer) => open.get(document)?.get(pointer),
    addComposed: (uri, schema) => set.add(uri, schema),
    addAnchored(uri, references, anchors, isPart) {
      anchored.set(uri, { anchors, isPart });
      set.add(uri, { $id: uri, $defs: anchors.defs, allOf: references.map(($ref) => ({ $ref })) });
    },
    addLayered(uri, layers) {
      layered.set(uri, layers);
      set.add(uri, { $id: uri, allOf: [{ $ref: layers.base }, { $ref: layers.addition }] });
    },
    layersOf: (uri) => layered.get(uri),
  };
}

function encodePointer(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}
