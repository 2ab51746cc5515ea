/**
 * Finds what each extension contributes to which shape or role. An entry is a `$defs` key that names an active root, or whose
 * schema composes one; all other `$defs` are types. The composed schema decides where a contribution belongs; the names
 * decide between several entries for one shape, and say what a part was meant for that composes nothing (ADR 81).
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer } from "@proto-gen/runtime/json";
import { groupBy } from "../../group-by.js";
import { isObject } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Document } from "../../load/document.js";
import type { Sources } from "../../load/sources.js";
import { lastLabel } from "../../text/last-label.js";
import { isOwnDocument } from "../../load/own-document.js";
import { collectPayloadKeys, resolveAlias } from "../service-schemas.js";
import { operationOfKey } from "../shapes.js";
import { RESPONSE } from "../view.js";
import { collectInPlaceSchemas } from "../visibility/in-place-schemas.js";
import { findComposedTargets } from "./composed-targets.js";
import { isEmpty, listParts, type EntryPart } from "./entry-parts.js";
import { overlap, viewsOfName, type ViewLimit } from "./entry-views.js";
import { collectTargets, type Target, type Targets } from "./targets.js";

/** The ways in which an entry names its target; the best one counts. */
const RANKS = ["full-name", "last-label", "shape-name", "other-name"] as const;
type Rank = (typeof RANKS)[number];

/** The contribution of one entry of an extension to one target. */
export interface EntryContribution {
  readonly capability: string;
  readonly target: Target;
  readonly address: SchemaAddress;
  /** The `$defs` entry that it is a part of. */
  readonly entry: Entry;
  readonly part: EntryPart;
  readonly rank: Rank;
  /** The part composes the target; otherwise only its name says what it was meant for. */
  readonly composes: boolean;
  /** The views of a body that it is for. */
  readonly only: ViewLimit;
}

export interface Entry {
  readonly name: string;
  readonly address: SchemaAddress;
  readonly parts: readonly EntryPart[];
}

/** The entries of one capability. */
export interface ReadEntries {
  readonly capability: CapabilityDeclaration;
  readonly entries: readonly Entry[];
  /** Those that count: to each target one, or to a body one for each of several views. */
  readonly contributions: readonly EntryContribution[];
  /** Contributions to a target for which another one counts. */
  readonly others: readonly EntryContribution[];
}

export interface EntryIndex {
  readonly targets: Targets;
  readonly all: readonly ReadEntries[];
  /** Those that leave out what they would compose, and are only named after it. */
  readonly baseless: readonly EntryContribution[];
  /** Tells whether a capability extends another one, itself or through others. */
  readonly descends: IndexInput["descends"];
  find(extension: string, target: Pick<Target, "capability" | "key">): readonly EntryContribution[];
}

interface IndexInput {
  readonly capabilities: readonly CapabilityDeclaration[];
  readonly roots: readonly CapabilityDeclaration[];
  /** Tells whether a capability extends another one, itself or through others. */
  readonly descends: (name: string, ancestor: string) => boolean;
}

interface EntryReader extends IndexInput {
  readonly sources: Sources;
  readonly targets: Targets;
  readonly partsOf: (entry: SchemaAddress) => readonly EntryPart[];
  /** The names of capabilities, by the last label of each. */
  readonly byLabel: ReadonlyMap<string, readonly string[]>;
}

export function indexEntries(sources: Sources, input: IndexInput): EntryIndex {
  const targets = collectTargets(sources, input.capabilities, input.roots);
  const composed = findComposedTargets(sources, targets);
  const reader: EntryReader = {
    ...input,
    ...{ sources, targets, byLabel: groupByLabel(input.capabilities) },
    partsOf: (entry) => listParts(sources, composed, entry),
  };
  const read = input.capabilities.map((each) => readEntries(reader, each));
  const baseless = findBaseless(reader, read);
  const dropped = new Set(baseless.filter((each) => !isOwnEntry(sources, each)));
  const all = read.map((each) => (dropped.size === 0 ? each : without(each, dropped)));
  const byName = new Map(all.map((each) => [each.capability.name, each] as const));
  return {
    targets,
    all,
    baseless,
    descends: input.descends,
    find(extension, { capability, key }) {
      const target = targets.of(capability).get(key);
      const own = byName.get(extension)?.contributions ?? [];
      return own.filter((each) => each.target === target);
    },
  };
}

/** Entries that compose neither the schema that they are named after, nor the entry of another extension that adds to that. */
function findBaseless({ sources }: EntryReader, read: readonly ReadEntries[]): EntryContribution[] {
  const all = read.flatMap(({ contributions }) => contributions);
  const suspect = all.filter(({ composes }) => !composes);
  const keys = new Map<Target, Set<string>>();
  for (const { target, address } of suspect.length === 0 ? [] : all)
    keys.set(target, (keys.get(target) ?? new Set()).add(addressKey(address)));
  return suspect.filter(
    ({ target, address }) => !appliesAnother(sources, address, keys.get(target) ?? new Set()),
  );
}

/** True where a schema applies one of others in place. These are not followed: a chain of extensions may be long. */
function appliesAnother(
  sources: Sources,
  address: SchemaAddress,
  others: ReadonlySet<string>,
): boolean {
  const { checkedElsewhere } = collectInPlaceSchemas(sources, {
    branches: [address],
    view: RESPONSE,
    extent: "certain",
    checkedElsewhere: others,
  });
  return [...checkedElsewhere].some((key) => key !== addressKey(address));
}

function isOwnEntry(sources: Sources, { address }: EntryContribution): boolean {
  const document = sources.documents.get(address.document);
  return document !== undefined && isOwnDocument(document);
}

function without(
  { contributions, ...read }: ReadEntries,
  dropped: ReadonlySet<EntryContribution>,
): ReadEntries {
  return { ...read, contributions: contributions.filter((each) => !dropped.has(each)) };
}

function groupByLabel(
  capabilities: readonly CapabilityDeclaration[],
): ReadonlyMap<string, readonly string[]> {
  const byLabel = new Map<string, string[]>();
  for (const { name } of capabilities) {
    const label = lastLabel(name);
    byLabel.set(label, [...(byLabel.get(label) ?? []), name]);
  }
  return byLabel;
}

function readEntries(reader: EntryReader, capability: CapabilityDeclaration): ReadEntries {
  const entries = listEntries(reader, capability);
  const candidates = entries.flatMap((entry) => listContributions(reader, capability, entry));
  const named = candidates.filter(({ rank }) => rank !== "other-name");
  const taken = new Set(named.map(({ target }) => target));
  const unnamed = candidates.filter(
    ({ rank, target }) => rank === "other-name" && !taken.has(target),
  );
  const entitled = unnamed.length === 0 ? [] : withoutTypes(reader, capability, unnamed);
  return { capability, entries, ...choosePerTarget([...named, ...entitled]) };
}

function listEntries(
  { sources, targets, partsOf }: EntryReader,
  capability: CapabilityDeclaration,
): Entry[] {
  const own = new Set(targets.shapesOf(capability.name).map(({ key }) => key));
  const location = sources.schemas.at(capability.schema ?? "");
  const defs = isObject(location?.schema) ? location.schema["$defs"] : undefined;
  if (location === undefined || !isObject(defs)) return [];
  return Object.keys(defs).flatMap((name) => {
    // The roles of the capability itself stand under its own name, a root's shapes under theirs.
    if (name === capability.name || own.has(name) || !isObject(defs[name])) return [];
    const pointer = joinPointer(location.pointer, "$defs", name);
    const address = { document: location.document, pointer };
    return [{ name, address, parts: partsOf(address) }];
  });
}

function listContributions(
  reader: EntryReader,
  capability: CapabilityDeclaration,
  entry: Entry,
): EntryContribution[] {
  const { name } = capability;
  return entry.parts.flatMap((part) => {
    const composed = part.targets.filter((target) => target.capability !== name);
    const targets = isEmpty(part) ? findNamed(reader, capability, entry, part) : composed;
    return targets.map((target) => ({
      ...{ capability: name, target, entry, part, address: part.address },
      rank: rankOf(entry.name, target),
      composes: !isEmpty(part),
      only: limitOf(reader, entry, target),
    }));
  });
}

function rankOf(name: string, { capability, key }: Target): Rank {
  if (name === capability) return "full-name";
  if (name === lastLabel(capability)) return "last-label";
  return name === key ? "shape-name" : "other-name";
}

/** The targets that a part which composes nothing is for by its names alone. A branch beside others that compose has none. */
function findNamed(
  { targets, descends, byLabel }: EntryReader,
  { name: own }: CapabilityDeclaration,
  { name }: Entry,
  { key = "", within }: EntryPart,
): Target[] {
  if (within.length > 0) return [];
  const short = (byLabel.get(name) ?? []).filter((each) => descends(own, each));
  const named = [...new Set([name, ...short])].flatMap((each) => targets.of(each).get(key) ?? []);
  if (named.length > 0 || key !== "" || operationOfKey(name) === undefined) return named;
  const extended = [...targets.roots].filter((root) => descends(own, root));
  return extended.flatMap((root) => targets.of(root).get(name) ?? []);
}

/** An entry with the name of a capability is for all views of a body. */
function limitOf(
  { capabilities }: EntryReader,
  { name }: Entry,
  { capability: root, key, isRole }: Target,
): ViewLimit {
  const isNamed = capabilities.some((each) => name === each.name || name === lastLabel(each.name));
  return key !== "" || isRole || isNamed ? undefined : viewsOfName(name, root);
}

/** Leaves out what is a type. */
function withoutTypes(
  { sources }: EntryReader,
  capability: CapabilityDeclaration,
  unnamed: readonly EntryContribution[],
): EntryContribution[] {
  const document = sources.documents.get(capability.schema ?? "");
  if (document === undefined) return [];
  const isUsed = findUsed(sources, document);
  return unnamed.filter(({ entry, address, target }) => {
    const meant = resolveAlias(sources, address);
    // An entry that is only a `$ref` to another document's schema, or to the base, is another name of that schema.
    const isAlias = meant.document !== address.document;
    if (isAlias || addressKey(meant) === addressKey(target.base)) return false;
    return !isUsed(entry.address);
  });
}

/** Tells whether a definition is a type: its own document refers to it, or an operation sends or answers with it. */
export function findUsed(
  sources: Sources,
  document: Document,
): (definition: SchemaAddress) => boolean {
  const referred = collectReferredKeys(sources, document);
  const payloads = collectPayloadKeys(sources);
  return (definition) => {
    const key = addressKey(definition);
    return referred.has(key) || payloads.has(key);
  };
}

/** The keys of the addresses to which a document refers; a definition's references to itself do not count. */
function collectReferredKeys(sources: Sources, document: Document): ReadonlySet<string> {
  const { uri } = document;
  const found = sources.schemasIn(document).flatMap(({ pointer, schema }) => {
    const reference = isObject(schema) ? schema["$ref"] : undefined;
    const at = sources.schemas.locate(uri, pointer);
    if (typeof reference !== "string" || at === undefined) return [];
    const target = sources.resolve(at.resource.uri, uri, reference);
    if (target === undefined) return [];
    const isItself = target.document === uri && `${pointer}/`.startsWith(`${target.pointer}/`);
    return isItself ? [] : [addressKey(target)];
  });
  return new Set(found);
}

/** Within a map, the schema that is named like the target counts, and the map itself before its other schemas. */
function precedence({ rank, part: { key }, target }: EntryContribution): number {
  const within = key === target.key ? 0 : key === undefined ? 1 : 2;
  return RANKS.indexOf(rank) * 3 + within;
}

function choosePerTarget(
  candidates: readonly EntryContribution[],
): Pick<ReadEntries, "contributions" | "others"> {
  const contributions: EntryContribution[] = [];
  const others: EntryContribution[] = [];
  for (const all of groupBy(candidates, ({ target }) => target).values()) {
    const best = Math.min(...all.map(precedence));
    const chosen: EntryContribution[] = [];
    for (const each of all.filter((one) => precedence(one) === best))
      (chosen.some(({ only }) => overlap(only, each.only)) ? others : chosen).push(each);
    contributions.push(...chosen);
  }
  return { contributions, others };
}
