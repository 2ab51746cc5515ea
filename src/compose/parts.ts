/**
 * A shape in parts: its base, and what each extension adds, so that a platform with fewer capabilities
 * can be served. In: a shape and a view. Out: a reference to each part, and who decides on the members
 * whose visibility a part leaves open.
 */

import type { Annotation } from "../json-schema/visibility.js";
import { influenceOnPart, NO_INFLUENCE } from "./influence.js";
import type { Facts } from "./instance.js";
import type { View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";
import type { ContestedMember, Divisible, Piece, VisibilityRules } from "./visibility.js";

/** An annotation of another extension that holds within a part where that one is not active. */
export interface GivenAnnotation {
  readonly member: string;
  readonly unless: string;
  readonly annotation: Annotation;
}

export interface Part {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** The capability that says the same itself: where it is active, the part says nothing. */
  readonly unless?: string;
  readonly uri: string;
  readonly given: readonly GivenAnnotation[];
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
    owner: Pick<Part, "capability" | "unless">,
    { address, view: seen, facts }: Omit<Piece, "unless">,
    own: ReadonlyMap<string, Annotation>,
    given: readonly GivenAnnotation[] = [],
  ): Part {
    const states = (member: string): readonly (Annotation | undefined)[] => [
      ...rules.states(member, owner.capability),
      ...given.filter((each) => each.member === member).map(({ annotation }) => annotation),
    ];
    const influence = influenceOnPart(facts, states, own);
    const opened = new Set([...influence.open, ...influence.openRequired]);
    for (const member of opened) open.set(member, rules.contested.get(member) as ContestedMember);
    const uri =
      owner.capability === undefined && influence === NO_INFLUENCE
        ? schemas.reference(address, seen)
        : schemas.reference(
            address,
            seen,
            { ...influence, covered: facts.covered },
            { ...owner, shape: name },
          );
    return { ...owner, uri, given: given.filter(({ member }) => opened.has(member)) };
  }

  /** All that an extension brings is one part of the instance: what annotates a member there holds for all of it. */
  function partsBy(capability: string, pieces: readonly [...Piece[], Piece]): Part[] {
    const own = (pieces.at(-1) as Piece).facts.last;
    return pieces.map((piece): Part => {
      const { unless, facts } = piece;
      const holding = new Map([...facts.last, ...own]);
      const given = pieces.flatMap((other): GivenAnnotation[] =>
        other === piece || other.unless === undefined
          ? []
          : givenBy(other.facts, other.unless, holding),
      );
      const owner = unless === undefined ? { capability } : { capability, unless };
      return part(owner, piece, holding, given);
    });
  }

  const base = part(
    { capability: undefined },
    { address: shape.base, view, facts: rules.base },
    rules.base.last,
  );
  const contributions = [...rules.pieces].flatMap(([capability, pieces]) =>
    partsBy(capability, pieces),
  );
  return { base, contributions, open };
}

function givenBy(
  { last }: Facts,
  unless: string,
  holding: ReadonlyMap<string, Annotation>,
): GivenAnnotation[] {
  return [...last].flatMap(([member, annotation]) =>
    holding.has(member) ? [] : [{ member, unless, annotation }],
  );
}
