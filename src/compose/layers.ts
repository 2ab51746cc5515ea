/**
 * A composition in two layers: the one that an extension builds on, and what it adds. In: a shape and a view. Out: a
 * reference to each; undefined where the extension changes what it builds on.
 */

import { influenceOnPart } from "./influence.js";
import type { Part, Parts } from "./parts.js";
import type { View } from "./view.js";
import type { Layers } from "./viewed-schemas.js";
import { lastAnnotations, type ContestedMember, type Piece } from "./visibility.js";
import { nameOf, type Outline, type Workshop } from "./workshop.js";

/**
 * Splits an extension's composition into the composition that it builds on and the extension's own part. Undefined
 * where the extension also changes the former: it omits a member of it, brings one back, or adds to an enum.
 *
 * @param family the extension after all that it extends
 * @param base a reference to what these are without it
 */
export function layersOf(
  workshop: Workshop,
  shape: Outline,
  view: View,
  family: readonly string[],
  base: string,
): Layers | undefined {
  const index = indexOf(workshop.partsOf(shape, view));
  const extension = family.at(-1) as string;
  const active = new Set(family);
  const isActive = ({ unless }: { readonly unless?: string }): boolean =>
    unless === undefined || !active.has(unless);
  // A capability that adds values widens the type of a member, which an interface that extends another cannot do.
  const ancestors = workshop.graph.ancestors(extension);
  const isWidened = workshop.openEnums.added.some(
    ({ capability }) => capability === extension || ancestors.has(capability),
  );
  if (isWidened) return undefined;
  const isBrought = (index.brought.get(extension) ?? []).some(({ capability }) =>
    active.has(capability ?? ""),
  );
  const members = index.annotated.get(extension) ?? [];
  const changes = members.some((member) => changesMember(member, extension, active));
  const [part, ...others] = (index.parts.get(extension) ?? []).filter(isActive);
  if (isBrought || changes || part === undefined || part.unless !== undefined) return undefined;
  if (others.length > 0) return undefined;
  const addition = part.isOpen ? closedPart(workshop, shape, view, family) : part.uri;
  return { base, addition };
}

/** The parts and open members of a shape, by the extension that they concern. */
interface PartIndex {
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  /** Parts that say nothing where it is active. */
  readonly brought: ReadonlyMap<string, readonly Part[]>;
  /** Open members that it annotates, or that others annotate in its place. */
  readonly annotated: ReadonlyMap<string, readonly ContestedMember[]>;
}

const indexes = new WeakMap<Parts, PartIndex>();

function indexOf(parts: Parts): PartIndex {
  const found = indexes.get(parts) ?? createIndex(parts);
  indexes.set(parts, found);
  return found;
}

function createIndex({ contributions, open }: Parts): PartIndex {
  const index = {
    parts: new Map<string, Part[]>(),
    brought: new Map<string, Part[]>(),
    annotated: new Map<string, ContestedMember[]>(),
  };
  for (const part of contributions) {
    enter(index.parts, part.capability, part);
    enter(index.brought, part.unless, part);
  }
  for (const member of open.values()) {
    const names = member.annotators.flatMap(({ capability, unless }) => [capability, unless]);
    for (const name of new Set(names)) enter(index.annotated, name, member);
  }
  return index;
}

function enter<Item>(index: Map<string, Item[]>, name: string | undefined, item: Item): void {
  if (name === undefined) return;
  const known = index.get(name);
  if (known === undefined) index.set(name, [item]);
  else known.push(item);
}

/** Whether an extension omits a member that others may declare, or brings back one that was omitted. */
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

/** An extension's part as the ones that it extends make it, and nobody else. */
function closedPart(
  { schemas, graph, rulesOf }: Workshop,
  shape: Outline,
  view: View,
  family: readonly string[],
): string {
  const capability = family.at(-1) as string;
  const rules = rulesOf(shape, view);
  const { address, view: seen, facts } = (rules.pieces.get(capability) ?? []).at(-1) as Piece;
  const last = lastAnnotations(rules, graph.ordered(shape.root, family));
  const influence = influenceOnPart(facts, (name) => [last.get(name)]);
  const beside = { ...influence, covered: facts.covered };
  return schemas.reference(address, seen, beside, { capability, shape: nameOf(shape) });
}
