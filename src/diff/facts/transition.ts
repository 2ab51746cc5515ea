/** Transitions of a member's visibility (`{ transition: { from, to } }`): announced first, carried out later. */

import type { Visibility } from "../../json-schema/visibility.js";
import type { MemberPair } from "../pairs/member.js";

/** Either by an annotation or by the schema without one. */
export function isCarriedOut(pair: MemberPair): boolean {
  const { before, after } = pair.visibility;
  return (
    before?.isTransition === true &&
    after?.isTransition === false &&
    (after.annotation?.visibility ?? visibilityOf(pair.after)) === before.transitionTo
  );
}

function visibilityOf(member: MemberPair["after"]): Visibility {
  if (member === undefined) return "omit";
  return member.property.required === undefined ? "optional" : "required";
}

export function isAnnounced({ visibility: { before, after } }: MemberPair): boolean {
  return (
    after?.isTransition === true &&
    (before?.isTransition !== true || before.transitionTo !== after.transitionTo)
  );
}
