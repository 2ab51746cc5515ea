/**
 * Where a composition leaves a place no value, or keeps schemas apart that do not merge, however deep it is. In: named
 * types. Out: a notice for each such place, naming what disagrees.
 */

import type { Composition } from "../compose/compose.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { partsApart } from "./apart.js";
import {
  contradictedPlaces,
  type ContradictedPlace,
} from "./contradictions/contradicted-places.js";
import { createContradictions } from "./contradictions/contradictions.js";
import type { Model, NamedType } from "./model.js";
import type { Conflict, Node } from "./node.js";
import { locateOrigin } from "./locate-origin.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

export function conflictsOf(model: Model, composition: Composition): Diagnostic[] {
  // What two schemas disagree on shows in every composition that has both: it is said once.
  const notices = new Map<string, Diagnostic>();
  const keep = ({ about, notice }: Found): void => {
    if (!notices.has(about)) notices.set(about, notice);
  };
  const contradictions = createContradictions();
  const seen = new Set<string | Node>();
  for (const type of model.modules.flatMap(({ types }) => types)) {
    const { node, layers } = type.definition;
    // What two layers disagree on shows in the surface, where they are merged.
    if (type.internal || layers?.addition !== undefined) continue;
    for (const each of contradictedPlaces(node, contradictions, seen))
      keep(unsatisfiable(type, each, model, composition));
    for (const origins of partsApart(node)) {
      const found = apart(type, origins, model, composition);
      if (found !== undefined) keep(found);
    }
  }
  return [...notices.values()];
}

interface Found {
  /** The disagreement, whatever type it shows in. */
  readonly about: string;
  readonly notice: Diagnostic;
}

/** Schemas of several capabilities that stay apart: a type is their intersection. */
function apart(
  type: NamedType,
  origins: readonly SchemaAddress[],
  model: Model,
  composition: Composition,
): Found | undefined {
  const owners = new Map<string, SchemaAddress>();
  for (const origin of origins) {
    // Nobody wrote the `allOf` of a composition.
    if (locateOrigin(origin, composition) === undefined) continue;
    const owner = nameOf(origin, model, composition);
    if (!owners.has(owner)) owners.set(owner, origin);
  }
  const last = [...owners.values()].at(-1);
  if (owners.size < 2 || last === undefined) return undefined;
  const names = [...owners.keys()].join(" and ");
  const message = `${type.module} ${type.name}: the schemas of ${names} do not merge; both are checked, and the type is their intersection`;
  const others = [...owners].slice(0, -1).map(([name, origin]) => ({ name, origin }));
  return {
    about: `apart ${names}`,
    notice: {
      ...diagnostic("COMPOSE_CONFLICT", message, locateOrigin(last, composition)),
      related: others.flatMap(({ name, origin }) =>
        relatedTo(`the schema of ${name}`, origin, composition),
      ),
    },
  };
}

function unsatisfiable(
  type: NamedType,
  found: ContradictedPlace,
  model: Model,
  composition: Composition,
): Found {
  const { first, second, wants } = found.conflict;
  const [left, right] = [nameOf(first, model, composition), nameOf(second, model, composition)];
  const at = found.pointer === "" ? "" : ` at ${found.pointer}`;
  const { module, name } = composingType(type, [first, second], model);
  const message = `${module} ${name}${at}: ${left} wants ${wants[0]}, ${right} wants ${wants[1]}: no value is both, ${consequence(found)}`;
  return {
    about: aboutOf(found.conflict),
    notice: {
      ...diagnostic("COMPOSE_UNSATISFIABLE", message, locateOrigin(second, composition)),
      related: relatedTo(`${left} wants ${wants[0]}`, first, composition),
    },
  };
}

/** Of the surface, the type of the extension that brings the disagreement, if one has all who disagree. */
function composingType(
  type: NamedType,
  origins: readonly SchemaAddress[],
  model: Model,
): NamedType {
  if (type.module !== "index") return type;
  const owners = new Set(origins.flatMap(({ document }) => model.ownerOf(document) ?? []));
  const composed = model.families
    .flatMap(({ views }) => views)
    .filter(
      (view) =>
        view.type.name === type.name &&
        view.type.definition.layers?.addition !== undefined &&
        [...owners].every((owner) => view.capabilities.includes(owner)),
    );
  return composed[0]?.type ?? type;
}

function consequence({ lost, isBranch }: ContradictedPlace): string {
  if (isBranch) return "so that one of its alternatives is never taken";
  return lost === "" ? "so that nothing is valid" : `so that nothing valid has ${lost}`;
}

function aboutOf({ first, second }: Conflict): string {
  return `${first.document}#${first.pointer} ${second.document}#${second.pointer}`.replace(
    /[?&](?:view|within)=[^#&]*/g,
    "",
  );
}

function relatedTo(
  message: string,
  origin: SchemaAddress,
  composition: Composition,
): NonNullable<Diagnostic["related"]> {
  const place = locateOrigin(origin, composition);
  return place === undefined ? [] : [{ message, place }];
}

/** The capability whose schema it is, or the schema's own URI. */
function nameOf({ document }: SchemaAddress, model: Model, { schemas }: Composition): string {
  return model.ownerOf(document) ?? schemas.source(document)?.document ?? document;
}
