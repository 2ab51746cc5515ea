/**
 * What is known of each definition: the source schema and view it comes from, its module, the suffix
 * of its view, and how it ranks among equals. In: a composition. Out: an entry for any definition.
 */

import type { Composition, ComposedShape } from "../compose/compose.js";
import { RESPONSE, viewText, type View } from "../compose/view.js";
import type { PartOwner } from "../compose/viewed-schemas.js";
import {
  candidateNames,
  capabilityModule,
  documentModule,
  isDefinition,
  releaseModule,
  viewSuffix,
  type DocumentRole,
} from "./home.js";
import type { Lowering } from "./lower.js";
import type { Definition } from "./node.js";
import { isOpen } from "./open.js";
import { protocolHostOf } from "./protocol-host.js";
import type { TypeRole } from "./services/type-roles.js";
import { identifier, type Identifier } from "../text/identifier.js";
import { shortHash } from "../text/path-segment.js";
import { pathCase, qualifiedName } from "../text/words.js";

export interface Entry {
  /** Source document and pointer that the name comes from. */
  readonly document: string;
  readonly pointer: string;
  /** Definitions of one family may be one type. */
  readonly family: string;
  readonly module: string;
  readonly suffix: string;
  /** The view that the suffix says; undefined where there is none. */
  readonly view: View | undefined;
  /** Names to try, the plain one first. */
  readonly candidates: readonly Identifier[];
  /** Lower stands for its class. */
  readonly rank: number;
  /** Decides among equal ranks. */
  readonly order: string;
  readonly precedence: number;
  /** A root's shape: all its views have a name, even where they are equal. */
  readonly root: boolean;
  /** Not part of anyone's vocabulary: a contribution, or a schema without a name of its own. */
  readonly internal: boolean;
  /** The capability whose schema contributes it; undefined for shared types. */
  readonly capability: string | undefined;
  readonly see: string | undefined;
}

export interface Catalog {
  entry(definition: Definition): Entry;
  /** The capability that owns a source, viewed, composed or contributed document. */
  ownerOf(document: string): string | undefined;
  suffixOf(shape: ComposedShape, view: View): string;
}

/** More than any view has. */
const WIDENED_RANK = 100;

/** Of the views of one schema, the plain one comes first. */
const VIEW_RANK = ["response", "request.create", "request.update", "request.complete"];

export function createCatalog(
  composition: Composition,
  lowering: Lowering,
  roles: ReadonlyMap<Definition, TypeRole>,
): Catalog {
  const { sources, schemas, shapes, roles: profileRoles, agreement } = composition;
  const { profile } = sources;
  const owners = new Map(
    agreement.capabilities.flatMap(({ name, schema }) =>
      schema === undefined ? [] : [[schema, name] as const],
    ),
  );
  const handlers = new Map(
    profile.paymentHandlers.flatMap(({ name, schema }) =>
      schema === undefined ? [] : [[schema.uri, name] as const],
    ),
  );
  const specs = new Map(agreement.capabilities.map(({ name, spec }) => [name, spec]));
  const protocolHost = protocolHostOf(composition);
  const shared = sharedModules([...sources.documents.keys()], roleOf);
  // A layer's base may be another layer: what it reports is its extension's.
  const layered = new Map<string, string>();
  const composed = composedDefinitions();
  const known = new Map<Definition, Entry>();
  // An extension's entry for a root leaves the plain name to the composition it is for.
  const entries = new Set(
    [...shapes, ...profileRoles].flatMap(({ contributions }) =>
      contributions.map(({ address }) => `${address.document}#${address.pointer}`),
    ),
  );

  function roleOf(document: string): DocumentRole {
    const capability = owners.get(document);
    const paymentHandler = handlers.get(document);
    return {
      protocolHost,
      ...(capability === undefined ? {} : { capability }),
      ...(paymentHandler === undefined ? {} : { paymentHandler }),
    };
  }

  interface ComposedRole {
    readonly shape: ComposedShape;
    readonly view: View;
    /** The capability whose module it is in; undefined for the surface. */
    readonly capability: string | undefined;
    readonly rank: number;
    readonly internal: boolean;
    /** The capability whose schema a part is, where another brings it. */
    readonly unless?: string;
    /** Whether the active extensions decide on some members of a part. */
    readonly isOpen?: boolean;
  }

  function composedDefinitions(): Map<Definition, ComposedRole> {
    const roles = new Map<Definition, ComposedRole>();
    const add = (reference: string, role: ComposedRole): void => {
      const definition = lowering.definition(reference);
      if (!roles.has(definition)) roles.set(definition, role);
    };
    for (const shape of [...shapes, ...profileRoles]) {
      for (const [index, view] of shape.views.entries()) {
        add(schemas.reference(shape.base, view), {
          shape,
          view,
          capability: shape.root,
          rank: 0,
          internal: false,
        });
        for (const { capability } of shape.contributions) {
          const { uri = "", layers } = shape.withExtension(capability)[index] ?? {};
          add(uri, { shape, view, capability, rank: 10, internal: false });
          if (layers === undefined) continue;
          layered.set(uri, capability);
          add(layers.addition, { shape, view, capability, rank: 30, internal: true });
        }
        add(shape.surface[index]?.uri ?? "", {
          shape,
          view,
          capability: undefined,
          rank: 20,
          internal: false,
        });
        // A profile is held against what a capability is in all: nobody asks for parts.
        if (profileRoles.includes(shape)) continue;
        const { base, contributions } = composition.divideShape(shape, view);
        for (const { capability, unless, isOpen: mayBeOpen, uri } of [base, ...contributions])
          add(uri, {
            shape,
            view,
            capability,
            rank: 30,
            internal: true,
            isOpen: mayBeOpen && isOpen(lowering.definition(uri).node),
            ...(unless === undefined ? {} : { unless }),
          });
      }
    }
    return roles;
  }

  function suffixOf(shape: ComposedShape, view: View): string {
    // A container's shape has operation and direction in its key.
    if (shape.key !== "") return "";
    return viewSuffix(
      view,
      schemas.source(schemas.reference(shape.base, view).split("#")[0] as string)?.shared ?? false,
    );
  }

  function composedEntry(
    { shape, view, capability, rank, internal, unless, isOpen: isOpenPart = false }: ComposedRole,
    key: string,
  ): Entry {
    const { document, pointer } = shape.base;
    const suffix =
      suffixOf(shape, view) + (internal ? partSuffix(capability, unless, isOpenPart) : "");
    const names = candidateNames(document, pointer, suffix);
    // What has one request view for all operations may be extended by operation.
    const byOperation = candidateNames(document, pointer, viewSuffix(view, false));
    // Roots of two authorities may have files of one name: then the authority tells them apart.
    const authorities = [1, 0].map((from) => shape.root.split(".").slice(from, -1).join("."));
    const isRole = profileRoles.includes(shape);
    const own = isRole ? shape.root.slice(shape.root.lastIndexOf(".") + 1) : "";
    const qualified = authorities.map((authority) =>
      qualifiedName(`${authority}${isRole ? `.${own}` : ""}`, names[0]!),
    );
    return {
      document,
      pointer,
      candidates: [
        ...new Set([
          // Beside those of others, a role is called after its capability.
          ...(isRole && capability === undefined
            ? [qualifiedName(own, names[0]!)]
            : names.slice(0, 1)),
          ...(internal || shape.key !== "" ? [] : byOperation.slice(0, 1)),
          ...qualified,
          ...(internal ? [identifier(`${qualified[1]}${addressHash(key)}`)] : []),
        ]),
      ],
      family: internal
        ? `contribution ${isOpenPart} ${capability ?? ""} ${unless ?? ""} ${shape.root} ${shape.key}`
        : `root ${shape.root} ${shape.key}`,
      module: moduleOf(internal ? (capability ?? shape.root) : capability),
      suffix,
      view: suffix === "" ? undefined : view,
      rank: rank + viewRank(view) / 100,
      order: `${capability ?? ""} ${viewText(view)}`,
      precedence: internal ? -1 : 2,
      root: true,
      internal,
      capability: internal ? capability : (capability ?? shape.root),
      see: specs.get(capability ?? shape.root),
    };
  }

  function entryOf(definition: Definition): Entry {
    const role = composed.get(definition);
    if (role !== undefined) return composedEntry(role, definition.key);
    if (definition.mergedFrom !== undefined) return mergedEntry(definition, definition.mergedFrom);
    const brought = roles.get(definition);
    return brought === undefined ? plainEntry(definition) : broughtEntry(brought, definition.key);
  }

  function broughtEntry(role: TypeRole, key: string): Entry {
    return {
      ...role,
      family: key,
      suffix: "",
      view: undefined,
      rank: 0,
      order: key,
      precedence: 0,
      root: false,
      internal: false,
      see: role.capability === undefined ? undefined : specs.get(role.capability),
    };
  }

  /** What extensions add to a type keeps its name: in the module of the one that does, or where all meet. */
  function mergedEntry(definition: Definition, mergedFrom: readonly string[]): Entry {
    const { capability: _base, ...base } = plainEntry(definition);
    const adding = [...new Set(mergedFrom.flatMap((document) => ownerOf(document) ?? []))].sort();
    const [capability] = adding.length === 1 ? adding : [];
    const [name] = base.candidates;
    return {
      ...base,
      candidates: [...base.candidates, identifier(`${name}${addressHash(definition.key)}`)],
      family: `merged ${adding.join(" ")} ${base.family}`,
      module: moduleOf(capability),
      order: definition.key,
      precedence: 1,
      capability,
      see: capability === undefined ? undefined : specs.get(capability),
    };
  }

  function ownerOf(document: string): string | undefined {
    const source = schemas.source(document);
    return (
      layered.get(document) ?? source?.part?.capability ?? owners.get(source?.document ?? document)
    );
  }

  /** The check of a type for an active set, where it is below a part. */
  function openEntry(
    { origin: { pointer }, key }: Definition,
    document: string,
    names: readonly Identifier[],
    view: View,
  ): Entry {
    const [name] = names;
    return {
      document,
      pointer,
      candidates: [identifier(`${name}Open`), identifier(`${name}Open${addressHash(key)}`)],
      family: `open ${document}#${pointer}`,
      module: shared.get(document) ?? documentModule(document, roleOf(document)),
      suffix: "",
      view: undefined,
      rank: viewRank(view),
      order: key,
      precedence: -1,
      root: false,
      internal: true,
      capability: owners.get(document),
      see: undefined,
    };
  }

  /** A type in which capabilities add values to enums: in the module of the one that does, or where all meet. */
  function widenedEntry(entry: Entry, valueOwners: readonly string[], key: string): Entry {
    const [only] = valueOwners.length === 1 ? valueOwners : [];
    const [name] = entry.candidates;
    return {
      ...entry,
      candidates: [
        ...new Set([
          ...entry.candidates.slice(0, 1),
          // Where the same capabilities add members, too, that is what has the name.
          identifier(`Base${name}`),
          identifier(`${name}${addressHash(key)}`),
        ]),
      ],
      precedence: entry.precedence - 1,
      module: moduleOf(only),
      // What says the same without them is the plain type.
      rank: entry.rank + WIDENED_RANK,
      capability: only ?? entry.capability,
      see: only === undefined ? entry.see : specs.get(only),
    };
  }

  function plainEntry(definition: Definition): Entry {
    const { origin, key, valueOwners = [] } = definition;
    const source = schemas.source(origin.document);
    const document = source?.document ?? origin.document;
    const { pointer } = origin;
    const contributed = source?.part !== undefined;
    const suffix = viewSuffix(source?.view ?? RESPONSE, source?.shared ?? false);
    const names = candidateNames(document, pointer, suffix);
    // Neither a file nor a `$defs` entry names a branch, or a schema that an extension has changed: the
    // changed one leaves the name to the schema as it is.
    const isChanged = contributed || source?.inherited !== undefined;
    const isNamed = !isChanged && isDefinition(pointer);
    const byAddress = identifier(`${names[0]}${addressHash(key)}`);
    const capability = owners.get(document);
    const view = source?.view ?? RESPONSE;
    if (!contributed && isOpen(definition.node))
      return openEntry(definition, document, names, view);
    const module = shared.get(document) ?? documentModule(document, roleOf(document));
    const entry: Entry = {
      document,
      pointer,
      candidates: isNamed
        ? names.slice(entries.has(`${document}#${pointer}`) ? 1 : 0)
        : isChanged
          ? [byAddress]
          : [...names, byAddress],
      family: `${contributed ? "contribution " : ""}${document}#${pointer}`,
      module: source?.part === undefined ? module : partModule(source.part),
      suffix,
      view: suffix === "" ? undefined : view,
      rank: viewRank(view),
      order: key,
      precedence: pointer === "" && isNamed ? 1 : 0,
      root: false,
      internal: false,
      capability,
      see: capability === undefined ? undefined : specs.get(capability),
    };
    return valueOwners.length === 0 ? entry : widenedEntry(entry, valueOwners, key);
  }

  return {
    suffixOf,
    ownerOf,
    entry(definition) {
      const before = known.get(definition);
      if (before !== undefined) return before;
      const entry = Object.freeze(entryOf(definition));
      known.set(definition, entry);
      return entry;
    },
  };
}

/** Told from others of its name by where it stands: the same on every machine and in every run. */
function addressHash(key: string): string {
  return `X${shortHash(key)}`;
}

/** Decides which view of a schema comes first: the plain one, then in the order of a purchase. */
export function viewRank(view: View): number {
  const rank = VIEW_RANK.indexOf(viewText(view));
  return rank < 0 ? VIEW_RANK.length : rank;
}

/** Module paths of shared documents that would meet without their release segment. */
function sharedModules(
  documents: readonly string[],
  roleOf: (document: string) => DocumentRole,
): Map<string, string> {
  const paths = new Map<string, string[]>();
  for (const document of documents) {
    const path = documentModule(document, roleOf(document));
    if (path.startsWith("schemas/")) paths.set(path, [...(paths.get(path) ?? []), document]);
  }
  const clashing = [...paths.values()].filter((group) => group.length > 1).flat();
  return new Map(clashing.map((document) => [document, releaseModule(document, roleOf(document))]));
}

/** `Addition`; `OpenAddition` where the check is made for an active set, which may stand beside one that is fixed. */
function partSuffix(
  capability: string | undefined,
  unless: string | undefined,
  isOpen: boolean,
): string {
  if (capability === undefined) return "Base";
  const of = unless === undefined ? "" : `Unless${pathCase(unless)}`;
  return `${isOpen ? "Open" : ""}Addition${of}`;
}

/** The module of whoever brings the part; the base is its root's. */
function partModule({ capability, shape }: PartOwner): string {
  return capabilityModule(capability ?? (shape.split("/")[0] as string));
}

/** The module of a capability; of the negotiated surface without one. */
function moduleOf(capability: string | undefined): string {
  return capability === undefined ? "index" : capabilityModule(capability);
}
