/**
 * A shape in parts: its base, and what each extension adds, so that a platform with fewer capabilities
 * can be served. In: a shape and a view. Out: a reference to each part, and who decides on the members
 * whose visibility a part leaves open.
 */

import type { Annotation } from "../json-schema/visibility.js";
import { changes, NO_INFLUENCE, type Influence } from "./influence.js";
import type { Address, Facts } from "./instance.js";
import type { View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";
import type { ContestedMember, Divisible, VisibilityRules } from "./visibility.js";

export interface Part {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  readonly uri: string;
}

export interface Parts {
  readonly base: Part;
  /** In the order of the extension graph. */
  readonly contributions: readonly Part[];
  /** Members whose visibility some part leaves open, by name. */
  readonly open: ReadonlyMap<string, ContestedMember>;
}

/** @param name the shape's, for the URIs of its parts */
export function partsOf(
  schemas: ViewedSchemas,
  name: string,
  shape: Divisible,
  view: View,
  rules: VisibilityRules,
): Parts {
  const open = new Map<string, ContestedMember>();

  function part(address: Address, facts: Facts, capability?: string): Part {
    const visibility = influenceOnPart(facts, rules, capability);
    for (const member of visibility.open)
      open.set(member, rules.contested.get(member) as ContestedMember);
    if (capability === undefined && visibility === NO_INFLUENCE)
      return { capability, uri: schemas.reference(address, view) };
    const influence: Influence = { ...visibility, covered: facts.covered };
    return {
      capability,
      uri: schemas.reference(address, view, influence, { capability, shape: name }),
    };
  }

  const base = part(shape.base, rules.base);
  const contributions = shape.contributions.map(({ address, capability }) =>
    part(address, rules.own.get(capability) as Facts, capability),
  );
  return { base, contributions, open };
}

/** What a part takes from all that may be active with it: for certain, or as the active set has it. */
function influenceOnPart(facts: Facts, rules: VisibilityRules, capability?: string): Influence {
  const last = new Map<string, Annotation>();
  const open = new Set<string>();
  for (const name of new Set([...facts.bare, ...facts.mentioned])) {
    if (!rules.contested.has(name) && !rules.base.last.has(name)) continue;
    const effects = new Map(
      rules.states(name, capability).map((state) => [effectOf(facts, name, state), state]),
    );
    if (effects.size > 1) open.add(name);
    else
      for (const state of effects.values())
        if (state !== undefined && changes(facts, name, state)) last.set(name, state);
  }
  return last.size + open.size === 0 ? NO_INFLUENCE : { ...NO_INFLUENCE, last, open };
}

/** What a state of a member makes of the rules of a part: states that make the same are one. */
function effectOf(
  { bare, required, mentioned }: Facts,
  name: string,
  state: Annotation | undefined,
): string {
  const visibility = state?.visibility;
  const leaves = mentioned.has(name) && visibility === "omit";
  if (!bare.has(name)) return `${leaves}`;
  const isRequired = visibility === "required" || (required.has(name) && visibility === undefined);
  return `${leaves} ${visibility !== "omit"} ${isRequired} ${required.has(name) && visibility === "optional"}`;
}
