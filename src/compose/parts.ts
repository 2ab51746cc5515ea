/**
 * A shape in parts: its base, and what each extension adds, so that a platform with fewer capabilities
 * can be served. In: a shape and a view. Out: a reference to each part, and who decides on the members
 * whose visibility a part leaves open.
 */

import type { Annotation } from "../json-schema/visibility.js";
import { influenceOnPart, NO_INFLUENCE, type Influence } from "./influence.js";
import type { Address, Facts } from "./instance.js";
import type { View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";
import type { ContestedMember, Divisible, VisibilityRules } from "./visibility.js";

export interface Part {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** The capability that says the same itself: where it is active, the part says nothing. */
  readonly unless?: string;
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

  function part(
    owner: Omit<Part, "uri">,
    address: Address,
    facts: Facts,
    given?: ReadonlyMap<string, Annotation>,
  ): Part {
    const states = (member: string): readonly (Annotation | undefined)[] =>
      rules.states(member, owner.capability);
    const visibility = influenceOnPart(facts, states, given);
    for (const member of [...visibility.open, ...visibility.openRequired])
      open.set(member, rules.contested.get(member) as ContestedMember);
    if (owner.capability === undefined && visibility === NO_INFLUENCE)
      return { ...owner, uri: schemas.reference(address, view) };
    const influence: Influence = { ...visibility, covered: facts.covered };
    return {
      ...owner,
      uri: schemas.reference(address, view, influence, { ...owner, shape: name }),
    };
  }

  function partsBy(capability: string): Part[] {
    const own = rules.own.get(capability) as Facts;
    // What it brings of another is a branch of its part, so that its own annotations hold there.
    const brought = rules.brings(capability).map((other) => {
      const facts = rules.own.get(other) as Facts;
      const given = new Map([...facts.last, ...own.last]);
      return part({ capability, unless: other }, addresses.get(other) as Address, facts, given);
    });
    return [...brought, part({ capability }, addresses.get(capability) as Address, own)];
  }

  const addresses = new Map(shape.contributions.map((each) => [each.capability, each.address]));
  const base = part({ capability: undefined }, shape.base, rules.base);
  const contributions = shape.contributions.flatMap(({ capability }) => partsBy(capability));
  return { base, contributions, open };
}
