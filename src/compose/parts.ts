/**
 * A shape in parts: its base, and what each extension adds, so that a platform with fewer capabilities
 * can be served. In: a shape and a view. Out: a reference to each part, and who decides on the members
 * whose visibility a part leaves open.
 */

import { influenceOnPart, NO_INFLUENCE, type Influence } from "./influence.js";
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
    const visibility = influenceOnPart(facts, (member) => rules.states(member, capability));
    for (const member of [...visibility.open, ...visibility.openRequired])
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
