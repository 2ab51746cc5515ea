/**
 * Warns where a composition leaves a place without any valid value, and where it has schemas that do not merge, however
 * deep that is.
 */

import type { Composition } from "../compose/compose.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { collectUnmergedSchemas } from "./unmerged-schemas.js";
import {
  findContradictions,
  type ContradictedPlace,
} from "./contradictions/contradicted-places.js";
import { Contradictions } from "./contradictions/contradictions.js";
import type { Model, NamedType } from "./model.js";
import type { Conflict, Node } from "./node.js";
import { locateOrigin } from "./locate-origin.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

export function collectConflicts(model: Model, composition: Composition): Diagnostic[] {
  // Two schemas disagree in every composition that has both: one notice is enough.
  const notices = new Map<string, Diagnostic>();
  const add = ({ key, notice }: Disagreement): void => {
    if (!notices.has(key)) notices.set(key, notice);
  };
  const context = { model, composition };
  const contradictions = new Contradictions();
  const seen = new Set<string | Node>();
  for (const type of model.modules.flatMap(({ types }) => types)) {
    const { node, layers } = type.definition;
    // A disagreement of two layers shows in `index`, where they are merged.
    if (type.internal || layers?.addition !== undefined) continue;
    for (const each of findContradictions(node, contradictions, seen))
      add(unsatisfiable(type, each, context));
    for (const origins of collectUnmergedSchemas(node)) {
      const disagreement = unmerged(type, origins, context);
      if (disagreement !== undefined) add(disagreement);
    }
  }
  return [...notices.values()];
}

interface Context {
  readonly model: Model;
  readonly composition: Composition;
}

interface Disagreement {
  /** The same for the same schemas, whatever type they disagree in. */
  readonly key: string;
  readonly notice: Diagnostic;
}

/** Schemas of several capabilities that do not merge: a type is their intersection. */
function unmerged(
  type: NamedType,
  origins: readonly SchemaAddress[],
  context: Context,
): Disagreement | undefined {
  const { composition } = context;
  const owners = new Map<string, SchemaAddress>();
  for (const origin of origins) {
    // The `allOf` of a composition has no author.
    if (locateOrigin(origin, composition) === undefined) continue;
    const owner = ownerName(origin, context);
    if (!owners.has(owner)) owners.set(owner, origin);
  }
  const last = [...owners.values()].at(-1);
  if (owners.size < 2 || last === undefined) return undefined;
  const names = [...owners.keys()].join(" and ");
  const message = `${type.module} ${type.name}: the schemas of ${names} cannot be merged; both are checked, and the type is their intersection`;
  const others = [...owners].slice(0, -1).map(([name, origin]) => ({ name, origin }));
  return {
    key: `unmerged ${names}`,
    notice: {
      ...diagnostic("COMPOSE_MERGED_CONFLICT", message, { place: locateOrigin(last, composition) }),
      related: others.flatMap(({ name, origin }) =>
        relatedTo(`the schema of ${name}`, origin, composition),
      ),
    },
  };
}

function unsatisfiable(type: NamedType, place: ContradictedPlace, context: Context): Disagreement {
  const { model, composition } = context;
  const { first, second, wants } = place.conflict;
  const [left, right] = [ownerName(first, context), ownerName(second, context)];
  const at = place.pointer === "" ? "" : ` at ${place.pointer}`;
  const { module, name } = composingType(type, [first, second], model);
  // A schema that contradicts itself concerns its author alone; nobody can call a root that nothing satisfies.
  const isFatal = left !== right && place.lost === "" && !place.isBranch;
  const message = `${module} ${name}${at}: ${left} wants ${wants[0]}, ${right} wants ${wants[1]}: no value satisfies both, ${consequence(place)}`;
  return {
    key: conflictKey(place.conflict),
    notice: {
      ...diagnostic(isFatal ? "COMPOSE_CONTRADICTION" : "COMPOSE_UNSATISFIABLE", message, {
        place: locateOrigin(second, composition),
      }),
      related: relatedTo(`the schema of ${left} wants ${wants[0]}`, first, composition),
    },
  };
}

/** For a type of `index`, that of the extension that causes the disagreement, if its composition has both schemas. */
function composingType(
  type: NamedType,
  origins: readonly SchemaAddress[],
  model: Model,
): NamedType {
  if (type.module !== "index") return type;
  const owners = new Set(origins.flatMap(({ document }) => model.ownerOf(document) ?? []));
  const composed = model.viewGroups
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
  if (isBranch) return "so one of its alternatives never matches";
  return lost === "" ? "so nothing is valid" : `so no valid value has ${lost}`;
}

function conflictKey({ first, second }: Conflict): string {
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
function ownerName({ document }: SchemaAddress, { model, composition }: Context): string {
  return model.ownerOf(document) ?? composition.schemas.source(document)?.document ?? document;
}
