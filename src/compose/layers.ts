/**
 * A composition in two layers: the one that an extension builds on, and what it adds. In: a shape and a view. Out: a
 * reference to each; undefined where the extension changes what it builds on.
 */

import { influenceOnPart } from "./influence.js";
import type { View } from "./view.js";
import type { Layers } from "./viewed-schemas.js";
import { lastAnnotations, type ContestedMember, type Piece } from "./visibility.js";
import { nameOf, type Outline, type Workshop } from "./workshop.js";

/**
 * What an extension adds to the composition that it builds on; undefined where it changes that one, too: it omits a
 * member of it, or brings one back.
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
  const { contributions, open } = workshop.partsOf(shape, view);
  const extension = family.at(-1) as string;
  const active = new Set(family);
  const isActive = ({ unless }: { readonly unless?: string }): boolean =>
    unless === undefined || !active.has(unless);
  const isBrought = contributions.some(
    (part) => part.unless === extension && active.has(part.capability ?? ""),
  );
  const changes = [...open.values()].some((member) => changesMember(member, extension, active));
  const own = contributions.filter((part) => part.capability === extension && isActive(part));
  const [part, ...others] = own;
  if (isBrought || changes || part === undefined || part.unless !== undefined) return undefined;
  if (others.length > 0) return undefined;
  const addition = part.isOpen ? closedPart(workshop, shape, view, family) : part.uri;
  return { base, addition };
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
