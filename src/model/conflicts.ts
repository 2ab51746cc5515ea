/**
 * Where a composition leaves a member no value, or keeps schemas apart that do not merge. In: named
 * types. Out: a notice for each such place, naming what disagrees.
 */

import type { Composition } from "../compose/compose.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { childNodes } from "./graph.js";
import type { Model, NamedType } from "./model.js";
import type { Conflict, Node, Origin } from "./node.js";
import { placeOfOrigin } from "./place.js";

export function conflictsOf(model: Model, composition: Composition): Diagnostic[] {
  // What two schemas disagree on shows in every composition that has both: it is said once.
  const notices = new Map<string, Diagnostic>();
  for (const type of model.modules.flatMap(({ types }) => types)) {
    if (type.internal) continue;
    for (const { about, notice } of noticesOf(type, type.definition.node, model, composition))
      if (!notices.has(about)) notices.set(about, notice);
  }
  return [...notices.values()];
}

interface Found {
  /** The disagreement, whatever type it shows in. */
  readonly about: string;
  readonly notice: Diagnostic;
}

function noticesOf(type: NamedType, node: Node, model: Model, composition: Composition): Found[] {
  const own = node.conflicts.map((conflict) => unsatisfiable(type, conflict, model, composition));
  const below = childNodes(node).flatMap((child) => noticesOf(type, child, model, composition));
  return [...own, ...apart(type, node, model, composition), ...below];
}

/** Schemas of several capabilities that stay apart: a type is their intersection. */
function apart(
  type: NamedType,
  { references }: Node,
  model: Model,
  composition: Composition,
): Found[] {
  const owners = [...new Set(references.map(({ origin }) => nameOf(origin, model, composition)))];
  const last = references.at(-1);
  if (owners.length < 2 || last === undefined) return [];
  const names = owners.join(" and ");
  const message = `${type.module} ${type.name}: the schemas of ${names} do not merge; both are checked, and the type is their intersection`;
  return [
    {
      about: `apart ${names}`,
      notice: diagnostic("COMPOSE_CONFLICT", message, placeOfOrigin(last.origin, composition)),
    },
  ];
}

function unsatisfiable(
  type: NamedType,
  { first, second, wants }: Conflict,
  model: Model,
  composition: Composition,
): Found {
  const [left, right] = [nameOf(first, model, composition), nameOf(second, model, composition)];
  const message = `${type.module} ${type.name}: ${left} wants ${wants[0]}, ${right} wants ${wants[1]}: no value is both`;
  const about = `${first.document}#${first.pointer} ${second.document}#${second.pointer}`.replace(
    /[?&](?:view|within)=[^#&]*/g,
    "",
  );
  return {
    about,
    notice: diagnostic("COMPOSE_UNSATISFIABLE", message, placeOfOrigin(second, composition)),
  };
}

/** The capability whose schema it is, or the schema's own URI. */
function nameOf({ document }: Origin, model: Model, { schemas }: Composition): string {
  return model.ownerOf(document) ?? schemas.source(document)?.document ?? document;
}
