/**
 * Splits an extension's composition into two layers: the composition that the extension builds on, and the extension's own
 * part. A module then shows what its extension adds, and a chain of extensions grows with what they add (ADR 57).
 */

import {
  shapeName,
  resolveVisibilityRules,
  type ComposeContext,
  type ShapeInView,
} from "./compose-context.js";
import type { ShapePart, ShapeParts } from "./composition.js";
import { divideShape } from "./shape-parts.js";
import type { LayerReferences } from "./viewed-schemas.js";
import { inheritIntoPart } from "./visibility/inherited-visibility.js";
import {
  ownEntryOf,
  lastAnnotationsOf,
  type ContestedMember,
} from "./visibility/visibility-rules.js";

/** An extension's composition before it is split. */
interface ExtensionComposition {
  /** The extension after all that it extends. */
  readonly extensions: readonly string[];
  /** A reference to what these are without it. */
  readonly base: string;
}

/**
 * Undefined where the extension also changes what it builds on: it omits a member of it, brings one back, or adds to an
 * enum, so that an interface of the whole could not extend that of the base.
 */
export function splitLayers(
  context: ComposeContext,
  shapeInView: ShapeInView,
  { extensions, base }: ExtensionComposition,
): LayerReferences | undefined {
  const extension = extensions.at(-1) as string;
  if (addsValues(context, extension)) return undefined;
  const index = indexParts(divideShape(context, shapeInView));
  const active = new Set(extensions);
  const replaces = (index.replacedBy.get(extension) ?? []).some(({ capability }) =>
    active.has(capability ?? ""),
  );
  const members = index.annotated.get(extension) ?? [];
  if (replaces || members.some((member) => changesMember(member, extension, active)))
    return undefined;
  const [part, ...others] = (index.parts.get(extension) ?? []).filter(
    ({ unless }) => unless === undefined || !active.has(unless),
  );
  if (part === undefined || part.unless !== undefined || others.length > 0) return undefined;
  return {
    base,
    addition: part.dependsOnExtensions
      ? partWithFixedVisibility(context, shapeInView, extensions)
      : part.uri,
  };
}

/** A capability that adds values widens the type of a member, which an interface that extends another cannot do. */
function addsValues({ graph, openEnums }: ComposeContext, extension: string): boolean {
  const ancestors = graph.ancestors(extension);
  return openEnums.added.some(
    ({ capability }) => capability === extension || ancestors.has(capability),
  );
}

/** The parts and contested members of a shape, by the extension that they concern. */
interface PartIndex {
  readonly parts: ReadonlyMap<string, readonly ShapePart[]>;
  /** Parts that demand nothing where the extension is active: it contributes the same itself. */
  readonly replacedBy: ReadonlyMap<string, readonly ShapePart[]>;
  /** Open members that it annotates, or that others annotate in its place. */
  readonly annotated: ReadonlyMap<string, readonly ContestedMember[]>;
}

const indexes = new WeakMap<ShapeParts, PartIndex>();

function indexParts(parts: ShapeParts): PartIndex {
  const index = indexes.get(parts) ?? buildIndex(parts);
  indexes.set(parts, index);
  return index;
}

function buildIndex({ contributions, contested }: ShapeParts): PartIndex {
  const index = {
    parts: new Map<string, ShapePart[]>(),
    replacedBy: new Map<string, ShapePart[]>(),
    annotated: new Map<string, ContestedMember[]>(),
  };
  for (const part of contributions) {
    addTo(index.parts, part.capability, part);
    addTo(index.replacedBy, part.unless, part);
  }
  for (const member of contested.values()) {
    const names = member.annotators.flatMap(({ capability, unless }) => [capability, unless]);
    for (const name of new Set(names)) addTo(index.annotated, name, member);
  }
  return index;
}

function addTo<Item>(index: Map<string, Item[]>, name: string | undefined, item: Item): void {
  if (name === undefined) return;
  const known = index.get(name);
  if (known === undefined) index.set(name, [item]);
  else known.push(item);
}

/** Tells whether an extension omits a member that others may declare, or brings back one that was omitted. */
function changesMember(
  { base, annotators }: ContestedMember,
  extension: string,
  active: ReadonlySet<string>,
): boolean {
  if (annotators.some(({ unless }) => unless === extension)) return true;
  const own = annotators.findLast(({ capability }) => capability === extension);
  if (own === undefined) return false;
  const before = annotators.findLast(
    ({ capability, unless }) =>
      capability !== extension &&
      active.has(capability) &&
      (unless === undefined || !active.has(unless)),
  );
  const known = before?.annotation ?? base;
  return (own.annotation.visibility === "omit") !== (known?.visibility === "omit");
}

/** Refers to an extension's part in a variant that depends on no extensions: only the extension and what it extends are active. */
function partWithFixedVisibility(
  context: ComposeContext,
  shapeInView: ShapeInView,
  extensions: readonly string[],
): string {
  const { shape } = shapeInView;
  const capability = extensions.at(-1) as string;
  const rules = resolveVisibilityRules(context, shapeInView);
  const { address, view, annotations } = ownEntryOf(rules, capability);
  const last = lastAnnotationsOf(rules, context.graph.ordered(shape.root, extensions));
  const inherited = inheritIntoPart(annotations, (name) => [last.get(name)]);
  return context.schemas.reference(address, view, {
    inherited: { ...inherited, checkedElsewhere: annotations.checkedElsewhere },
    part: { capability, shape: shapeName(shape) },
  });
}
