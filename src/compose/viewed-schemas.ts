/**
 * Viewed documents: plain JSON Schema 2020-12, without annotations, in one URI space. A document
 * seen by a view stands at `<uri>?view=<view>`, and every `$ref` in it is absolute and leads to the
 * same view, so that later stages need to know nothing of directions or operations.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { createSchemaSet, type SchemaSet } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import type { Influence } from "./influence.js";
import type { Address } from "./address.js";
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

export interface ViewedSchemas {
  readonly set: SchemaSet;
  /** The absolute reference to a source schema, seen by a view. */
  reference(target: Address, view: View, influence?: Influence, part?: PartOwner): string;
  /** The source of a viewed document; undefined for a composed one. */
  source(uri: string): ViewedSource | undefined;
  /** What the schema at a pointer of a viewed document leaves open; undefined for almost all. */
  openMembers(document: string, pointer: string): OpenMembers | undefined;
  /** Adds a composed document, whose references are already viewed. */
  addComposed(uri: string, schema: JsonObject): void;
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
export type MeantByServices = (target: Address, view: View) => string | undefined;

export function createViewedSchemas(
  sources: Sources,
  meantByServices: MeantByServices = () => undefined,
): ViewedSchemas {
  const viewed = new Map<string, ViewedSource>();
  const open = new Map<string, Map<string, OpenMembers>>();
  const layered = new Map<string, Layers>();
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
    { document, pointer }: Address,
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

  return {
    set,
    reference,
    source: (uri) => viewed.get(uri),
    openMembers: (document, pointer) => open.get(document)?.get(pointer),
    addComposed: (uri, schema) => set.add(uri, schema),
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
