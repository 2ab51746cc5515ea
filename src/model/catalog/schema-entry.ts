/** The catalog entries of schemas that are no root's shape: shared types, branches, and what extensions add to them. */

import { RESPONSE, type View } from "../../compose/view.js";
import type { ViewedSource } from "../../compose/viewed-source.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { isNamedByAuthor, viewSuffix } from "../candidate-names.js";
import {
  addressHash,
  ownerModule,
  viewRank,
  type CatalogContext,
  type CatalogEntry,
} from "./catalog-entry.js";
import { capabilityModule } from "../module-path.js";
import type { Definition } from "../node.js";
import { dependsOnExtensions } from "../extension-dependence.js";

/** More than any view's rank: a type without added values represents an equal one that has them. */
const WIDENED_RANK = 100;

export function schemaEntry(definition: Definition, context: CatalogContext): CatalogEntry {
  const entry = unmergedEntry(definition, context);
  return definition.mergedFrom === undefined ? entry : mergedEntry(definition, entry, context);
}

function unmergedEntry(definition: Definition, context: CatalogContext): CatalogEntry {
  const source = context.composition.schemas.source(definition.origin.document);
  if (source?.part === undefined && dependsOnExtensions(definition.node))
    return openEntry(definition, source, context);
  const entry = plainEntry(definition, source, context);
  return (definition.valueOwners ?? []).length === 0
    ? entry
    : widenedEntry(definition, entry, context);
}

/** The facts that the entries of one schema share. */
interface SourceFacts {
  readonly document: string;
  readonly pointer: string;
  readonly view: View;
  readonly suffix: string;
  readonly names: readonly Identifier[];
}

function sourceFacts(
  { origin }: Definition,
  source: ViewedSource | undefined,
  context: CatalogContext,
): SourceFacts {
  const document = source?.document ?? origin.document;
  const view = source?.view ?? RESPONSE;
  const suffix = viewSuffix(view, source?.shared ?? false);
  const names = context.candidateNames(document, origin.pointer, suffix);
  return { document, pointer: origin.pointer, view, suffix, names };
}

function plainEntry(
  definition: Definition,
  source: ViewedSource | undefined,
  context: CatalogContext,
): CatalogEntry {
  const { documents, specs, contributed } = context;
  const { document, pointer, view, suffix, names } = sourceFacts(definition, source, context);
  const part = source?.part;
  // A schema that an extension has changed leaves its name to the schema as it is.
  const isChanged = part !== undefined || source?.inherited !== undefined;
  const isNamed = !isChanged && isNamedByAuthor(pointer);
  const capability = documents.capabilityOf(document);
  return {
    document,
    pointer,
    candidates: plainNames(
      names,
      { isNamed, isChanged, isContributed: contributed.has(`${document}#${pointer}`) },
      definition.key,
    ),
    viewGroup: `${part === undefined ? "" : "contribution "}${document}#${pointer}`,
    module:
      part === undefined
        ? documents.modulePathOf(document)
        : // The module of the capability that brings the part; the base's is that of its root.
          capabilityModule(part.capability ?? (part.shape.split("/")[0] as string)),
    suffix,
    view: suffix === "" ? undefined : view,
    rank: viewRank(view),
    order: definition.key,
    precedence: pointer === "" && isNamed ? 1 : 0,
    namesAllViews: false,
    internal: false,
    capability,
    see: capability === undefined ? undefined : specs.get(capability),
  };
}

interface Naming {
  /** Its author named the schema. */
  readonly isNamed: boolean;
  /** An extension has changed the schema. */
  readonly isChanged: boolean;
  /** The schema is what an extension contributes to a root, whose name it leaves to the composition. */
  readonly isContributed: boolean;
}

function plainNames(
  names: readonly Identifier[],
  { isNamed, isChanged, isContributed }: Naming,
  key: string,
): readonly Identifier[] {
  if (isNamed) return names.slice(isContributed ? 1 : 0);
  const byAddress = identifier(`${names[0]}${addressHash(key)}`);
  return isChanged ? [byAddress] : [...names, byAddress];
}

/** The check of a type for an active set, where it is below a part. */
function openEntry(
  definition: Definition,
  source: ViewedSource | undefined,
  context: CatalogContext,
): CatalogEntry {
  const { documents } = context;
  const { document, pointer, view, names } = sourceFacts(definition, source, context);
  const [name] = names;
  return {
    document,
    pointer,
    candidates: [
      identifier(`${name}Open`),
      identifier(`${name}Open${addressHash(definition.key)}`),
    ],
    viewGroup: `open ${document}#${pointer}`,
    module: documents.modulePathOf(document),
    suffix: "",
    view: undefined,
    rank: viewRank(view),
    order: definition.key,
    precedence: -1,
    namesAllViews: false,
    internal: true,
    capability: documents.capabilityOf(document),
    see: undefined,
  };
}

/** A type in which capabilities add values to enums: in the module of the only one, or of the negotiated types. */
function widenedEntry(
  { key, valueOwners = [] }: Definition,
  entry: CatalogEntry,
  { specs }: CatalogContext,
): CatalogEntry {
  const [only] = valueOwners.length === 1 ? valueOwners : [];
  const [name] = entry.candidates;
  return {
    ...entry,
    candidates: [
      ...new Set([
        ...entry.candidates.slice(0, 1),
        // The type with the members that the same capabilities add has the plain name.
        identifier(`Base${name}`),
        identifier(`${name}${addressHash(key)}`),
      ]),
    ],
    precedence: entry.precedence - 1,
    module: ownerModule(only),
    rank: entry.rank + WIDENED_RANK,
    capability: only ?? entry.capability,
    see: only === undefined ? entry.see : specs.get(only),
  };
}

/** A type to which extensions add: in the module of the only one, or of the negotiated types. It keeps its name. */
function mergedEntry(
  { key, mergedFrom = [] }: Definition,
  entry: CatalogEntry,
  { specs, ownerOf }: CatalogContext,
): CatalogEntry {
  const adding = [...new Set(mergedFrom.flatMap((document) => ownerOf(document) ?? []))].sort();
  const [capability] = adding.length === 1 ? adding : [];
  const [name] = entry.candidates;
  return {
    ...entry,
    candidates: [...entry.candidates, identifier(`${name}${addressHash(key)}`)],
    viewGroup: `merged ${adding.join(" ")} ${entry.viewGroup}`,
    module: ownerModule(capability),
    order: key,
    precedence: 1,
    capability,
    see: capability === undefined ? undefined : specs.get(capability),
  };
}
