/** Transitions of a member's visibility (`{ transition: { from, to } }`): announced first, carried out later. */

import type { MemberPair } from "./member.js";

export function isCarriedOut({ said: { before, after } }: MemberPair): boolean {
  return (
    before?.isTransition === true &&
    after?.isTransition === false &&
    (after.annotation?.visibility ?? "") === before.to
  );
}

export function isAnnounced({ said: { before, after } }: MemberPair): boolean {
  return after?.isTransition === true && (before?.isTransition !== true || before.to !== after.to);
}
