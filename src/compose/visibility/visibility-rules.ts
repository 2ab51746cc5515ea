/**
 * Lists, for each member of a shape that an extension annotates, the annotations in the order of the extension graph. Of
 * those whose extensions are active the last one decides, for every schema that declares the member without an annotation
 * (DESIGN §6): a member with k annotations has at most k + 1 states, and members do not multiply (ADR 55).
 */

import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Annotation } from "../../json-schema/visibility.js";
import type { Sources } from "../../load/sources.js";
import { isForView, type ViewLimit } from "../entries/entry-views.js";
import type { ExtensionGraph } from "../extension-graph.js";
import { effectiveView, viewText, type View } from "../view.js";
import type { PossibleAnnotations } from "./inherited-visibility.js";
import {
  collectAnnotations,
  type AnnotatedSchema,
  type InstanceAnnotations,
  type SchemaInView,
} from "./instance-annotations.js";

/** The schema that one extension adds to one shape of a root. */
export interface Contribution {
  readonly capability: string;
  readonly address: SchemaAddress;
  /** The `$defs` entry that the schema is, or is a part of, and the choices in it: these are no types of their own. */
  readonly within: readonly SchemaAddress[];
  /** The views that it is for. */
  readonly only: ViewLimit;
}

/** The schemas that make a shape: its base, and what extensions add to it. */
export interface ShapeSchemas {
  readonly base: SchemaAddress;
  /** The root's own schema, where the base is another schema that holds it. */
  readonly heldRoot?: SchemaAddress;
  /** In the order of the extension graph. */
  readonly contributions: readonly Contribution[];
}

/** An annotation that an extension gives to a member. */
export interface MemberAnnotation {
  readonly capability: string;
  /** The extension that the annotation is from: where that one is active, it gives the annotation itself. */
  readonly unless?: string;
  readonly annotation: Annotation;
}

export interface ContestedMember {
  /** The base's own annotation. */
  readonly base: Annotation | undefined;
  /** In the order of the extension graph. */
  readonly annotators: readonly MemberAnnotation[];
}

/** A schema that an extension contributes: its own `$defs` entry, or another extension's entry that it refers to. */
export interface ContributedSchema extends AnnotatedSchema {
  /** The extension whose entry it is, where it is another's: where that one is active, it contributes the entry itself. */
  readonly unless?: string;
}

/** The entries of other extensions that an extension refers to, then its own entry. */
export type ContributedSchemas = readonly [...ContributedSchema[], ContributedSchema];

const inViews = new WeakMap<readonly Contribution[], Map<string, readonly Contribution[]>>();

/** The contributions of a shape that are for a view: one list for each, by which others keep what they have collected. */
export function contributionsIn(
  { contributions }: Pick<ShapeSchemas, "contributions">,
  view: View,
): readonly Contribution[] {
  if (contributions.every(({ only }) => only === undefined)) return contributions;
  const byView = inViews.get(contributions) ?? new Map<string, readonly Contribution[]>();
  inViews.set(contributions, byView);
  const key = viewText(view);
  const found = byView.get(key) ?? contributions.filter(({ only }) => isForView(only, view));
  byView.set(key, found);
  return found;
}

export interface VisibilityRules {
  readonly graph: ExtensionGraph;
  /** By the names of members. */
  readonly contested: ReadonlyMap<string, ContestedMember>;
  readonly base: AnnotatedSchema;
  /** By extension. Other extensions' entries are those that may be inactive where it is active. */
  readonly contributed: ReadonlyMap<string, ContributedSchemas>;
}

/** The shape whose contributed schemas are collected. */
interface ContributionReader {
  readonly sources: Sources;
  readonly graph: ExtensionGraph;
  readonly entryKeys: ReadonlySet<string>;
  readonly byEntry: ReadonlyMap<string, Contribution>;
  /** An entry that many extensions refer to is read once for each view. */
  readonly cache: Map<string, InstanceAnnotations>;
}

export function collectVisibilityRules(
  { sources, graph }: { readonly sources: Sources; readonly graph: ExtensionGraph },
  shape: ShapeSchemas,
  view: View,
): VisibilityRules {
  const base = annotated(sources, { address: shape.base, view });
  const contributions = contributionsIn(shape, view);
  const reader: ContributionReader = {
    ...{ sources, graph },
    entryKeys: entryKeysOf(shape, contributions),
    byEntry: new Map(contributions.map((each) => [addressKey(each.address), each])),
    cache: new Map(),
  };
  const contributed = new Map(
    contributions.map((each) => [each.capability, collectContributed(reader, each, view)]),
  );
  return { graph, contested: collectContested(base.annotations, contributed), base, contributed };
}

function annotated(sources: Sources, schema: SchemaInView): AnnotatedSchema {
  const { address, view } = schema;
  return { address, view, annotations: collectAnnotations(sources, schema) };
}

const entryKeys = new WeakMap<readonly Contribution[], Map<SchemaAddress, ReadonlySet<string>>>();

/**
 * Keys of the addresses that a contribution may refer to without adding anything: each is a part of its own. For all
 * contributions of a shape it is one set, by which `collectInPlaceSchemas` keeps what it has collected.
 */
export function entryKeysOf(
  { base, heldRoot }: ShapeSchemas,
  contributions: readonly Contribution[],
): ReadonlySet<string> {
  const byBase = entryKeys.get(contributions) ?? new Map<SchemaAddress, ReadonlySet<string>>();
  const known = byBase.get(base);
  if (known !== undefined) return known;
  const held = heldRoot === undefined ? [] : [heldRoot];
  const entries = contributions.map(({ address }) => address);
  const keys = new Set([base, ...held, ...entries].map(addressKey));
  entryKeys.set(contributions, byBase.set(base, keys));
  return keys;
}

/** The extension's own entry is the last of what it contributes. */
export function ownEntryOf(
  { contributed }: VisibilityRules,
  capability: string,
): ContributedSchema {
  return (contributed.get(capability) ?? []).at(-1) as ContributedSchema;
}

function collectContributed(
  reader: ContributionReader,
  { capability, address }: Contribution,
  view: View,
): ContributedSchemas {
  const certain = reader.graph.certain(capability);
  const own = readContributed(reader, { address, view });
  const reached = new Set([capability]);
  const others: ContributedSchema[] = [];
  const waiting = [own];
  for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
    const seen = effectiveView(reader.sources, schema.address.document, schema.view);
    for (const key of schema.annotations.checkedElsewhere) {
      const other = reader.byEntry.get(key);
      if (other === undefined || certain.has(other.capability)) continue;
      if (reached.has(other.capability)) continue;
      reached.add(other.capability);
      const entry = readContributed(reader, { address: other.address, view: seen });
      const next: ContributedSchema = { ...entry, unless: other.capability };
      others.unshift(next);
      waiting.push(next);
    }
  }
  return [...others, own];
}

function readContributed(
  { sources, entryKeys, cache }: ContributionReader,
  schema: SchemaInView,
): ContributedSchema {
  const key = `${viewText(schema.view)} ${addressKey(schema.address)}`;
  const annotations = cache.get(key) ?? collectAnnotations(sources, schema, entryKeys);
  cache.set(key, annotations);
  return { address: schema.address, view: schema.view, annotations };
}

interface MutableMember extends ContestedMember {
  readonly annotators: MemberAnnotation[];
}

function collectContested(
  base: InstanceAnnotations,
  contributed: VisibilityRules["contributed"],
): ReadonlyMap<string, ContestedMember> {
  const contested = new Map<string, MutableMember>();
  for (const [capability, schemas] of contributed) {
    for (const { unless, annotations } of schemas) {
      for (const [name, annotation] of annotations.byMember) {
        const member = contested.get(name) ?? { base: base.byMember.get(name), annotators: [] };
        contested.set(name, member);
        addAnnotation(
          member,
          unless === undefined ? { capability, annotation } : { capability, unless, annotation },
        );
      }
    }
  }
  return contested;
}

/** An annotation in an extension's own schema replaces those of the entries that the extension refers to. */
function addAnnotation({ annotators }: MutableMember, added: MemberAnnotation): void {
  while (added.unless === undefined && annotators.at(-1)?.capability === added.capability)
    annotators.pop();
  annotators.push(added);
}

/**
 * Lists all that the last annotation of a member can be where a capability is active, with all that must be active with
 * it. Without a capability the list is that of the base, which is always active.
 */
export function listPossibleAnnotations(
  { graph, contested, base }: VisibilityRules,
  name: string,
  capability?: string,
): PossibleAnnotations {
  const found: (Annotation | undefined)[] = [];
  const active = new Set(
    capability === undefined ? [] : [capability, ...graph.certain(capability)],
  );
  for (const each of [...(contested.get(name)?.annotators ?? [])].reverse()) {
    found.push(each.annotation);
    const isCertain = each.unless === undefined && active.has(each.capability);
    if (isCertain && !graph.orderVaries) return found;
  }
  return [...found, base.annotations.byMember.get(name)];
}

/** Resolves the last annotation of each member where these extensions are active, in this order, and no others. */
export function lastAnnotationsOf(
  { contested, base }: VisibilityRules,
  active: readonly string[],
): ReadonlyMap<string, Annotation> {
  const resolved = new Map(base.annotations.byMember);
  const positions = new Map(active.map((name, index) => [name, index]));
  for (const [name, { annotators }] of contested) {
    let latest = -1;
    for (const { capability, unless, annotation } of annotators) {
      const position = positions.get(capability) ?? -1;
      if (position < latest || position < 0 || positions.has(unless ?? "")) continue;
      latest = position;
      resolved.set(name, annotation);
    }
  }
  return resolved;
}
