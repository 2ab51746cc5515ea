/**
 * The catalog knows where each definition comes from: its source schema and view, its module, the names it may have,
 * and the definitions that may be one type with it. Entries depend on the definition alone, never on the order of
 * visits, so that names are stable.
 */

import type { Composition } from "../../compose/compose.js";
import { addressKey } from "../../json-schema/schema-address.js";
import type { Identifier } from "../../text/identifier.js";
import { candidateStems, withSuffix } from "../candidate-names.js";
import type { CatalogContext, CatalogEntry } from "./catalog-entry.js";
import { composedEntry } from "./composed-entry.js";
import { collectComposedTypes, type ComposedTypes } from "./composed-types.js";
import { DocumentModules } from "./document-modules.js";
import type { Lowering } from "../lower.js";
import type { Definition } from "../node.js";
import { schemaEntry } from "./schema-entry.js";
import type { BuiltServices } from "../services/build-services.js";
import type { TypePlacement } from "../services/service-definitions.js";

export interface Catalog {
  entry(definition: Definition): CatalogEntry;
  /** The capability that owns a source, viewed, composed or contributed document. */
  ownerOf(document: string): string | undefined;
}

export function createCatalog(
  composition: Composition,
  lowering: Lowering,
  { placements, includingPayloads }: Pick<BuiltServices, "placements" | "includingPayloads">,
): Catalog {
  const composed = collectComposedTypes(composition, lowering, includingPayloads);
  const context = createContext(composition, composed);
  const entries = new Map<Definition, CatalogEntry>();

  function createEntry(definition: Definition): CatalogEntry {
    const type = composed.types.get(definition);
    if (type !== undefined) return composedEntry(type, definition.key, context);
    const placement = placements.get(definition);
    return placement === undefined || definition.mergedFrom !== undefined
      ? schemaEntry(definition, context)
      : placedEntry(placement, definition.key, context);
  }

  return {
    ownerOf: context.ownerOf,
    entry(definition) {
      const known = entries.get(definition);
      if (known !== undefined) return known;
      const entry = Object.freeze(createEntry(definition));
      entries.set(definition, entry);
      return entry;
    },
  };
}

function createContext(composition: Composition, { layerOwners }: ComposedTypes): CatalogContext {
  const { schemas, shapes, roles, agreement } = composition;
  const documents = new DocumentModules(composition);
  const contributions = [...shapes, ...roles].flatMap((shape) => shape.contributions);
  const stems = new Map<string, readonly Identifier[]>();
  return {
    composition,
    documents,
    candidateNames(document, pointer, suffix) {
      const key = addressKey({ document, pointer });
      const known = stems.get(key) ?? candidateStems(document, pointer);
      stems.set(key, known);
      return withSuffix(known, suffix);
    },
    specs: new Map(agreement.capabilities.map(({ name, spec }) => [name, spec])),
    contributed: new Set(
      contributions.flatMap(({ address, within }) => [address, ...within].map(addressKey)),
    ),
    ownerOf(document) {
      const source = schemas.source(document);
      return (
        layerOwners.get(document) ??
        source?.part?.capability ??
        documents.capabilityOf(source?.document ?? document)
      );
    },
  };
}

function placedEntry(
  placement: TypePlacement,
  key: string,
  { specs }: CatalogContext,
): CatalogEntry {
  const { capability } = placement;
  return {
    ...placement,
    viewGroup: key,
    suffix: "",
    view: undefined,
    rank: 0,
    order: key,
    precedence: 0,
    namesAllViews: false,
    internal: false,
    see: capability === undefined ? undefined : specs.get(capability),
  };
}
