/**
 * A shape in parts: its base, and what each extension adds, so that a platform with fewer capabilities
 * can be served. In: a shape and a view. Out: a reference to each part, and who decides on the members
 * whose visibility a part leaves open.
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { OpenEnums } from "./open-enums.js";
import { influenceOnPart, NO_INFLUENCE, type Influence } from "./influence.js";
import { viewText, type View } from "./view.js";
import type { ViewedSchemas } from "./viewed-schemas.js";
import type { ContestedMember, Divisible, Piece, VisibilityRules } from "./visibility.js";

export interface Part {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  /** The capability that says the same itself: where it is active, the part says nothing. */
  readonly unless?: string;
  /** Whether the active extensions decide on some of its members, or on values that it allows. */
  readonly isOpen: boolean;
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
  { schemas, openEnums }: { readonly schemas: ViewedSchemas; readonly openEnums: OpenEnums },
  name: string,
  shape: Divisible,
  view: View,
  rules: VisibilityRules,
): Parts {
  const open = new Map<string, ContestedMember>();

  /** A part in which the active extensions decide on the values of an enum, where it has such enums. */
  function anchoredPart(part: Part, { document, pointer }: Piece["address"]): Part {
    const anchors = openEnums.anchorsOf([{ document, pointer }], () => true);
    if (anchors === undefined) return part;
    const uri = `composed:${name}?view=${viewText(view)}&values-of=${encodeURIComponent(part.uri)}`;
    schemas.addAnchored(uri, [part.uri], anchors, true);
    return { ...part, isOpen: true, uri };
  }

  function part(
    owner: Pick<Part, "capability" | "unless">,
    { address, view: seen, facts }: Omit<Piece, "unless">,
    given: ReadonlyMap<string, Annotation> = facts.last,
  ): Part {
    const states = (member: string): readonly (Annotation | undefined)[] =>
      rules.states(member, owner.capability);
    const influence = influenceOnPart(facts, states, given);
    for (const member of [...influence.open, ...influence.openRequired])
      open.set(member, rules.contested.get(member) as ContestedMember);
    if (owner.capability === undefined && influence === NO_INFLUENCE)
      return anchoredPart(
        { ...owner, isOpen: false, uri: schemas.reference(address, seen) },
        address,
      );
    const beside: Influence = { ...influence, covered: facts.covered };
    const uri = schemas.reference(address, seen, beside, { ...owner, shape: name });
    const isOpen = influence.open.size + influence.openRequired.size > 0;
    return anchoredPart({ ...owner, isOpen, uri }, address);
  }

  /** All that an extension brings is one part of the instance. */
  function partsBy(capability: string, pieces: readonly [...Piece[], Piece]): Part[] {
    const own = (pieces.at(-1) as Piece).facts.last;
    return pieces.map((piece) => {
      const { unless, facts } = piece;
      const owner = unless === undefined ? { capability } : { capability, unless };
      return part(owner, piece, new Map([...facts.last, ...own]));
    });
  }

  const root = { address: shape.base, view, facts: rules.base };
  const base = part({ capability: undefined }, root);
  const contributions = [...rules.pieces].flatMap(([capability, pieces]) =>
    partsBy(capability, pieces),
  );
  return { base, contributions, open };
}
