/** Levels and words for a change of visibility, whichever rule reports it. */

import { refusesMember } from "./closed.js";
import { goneMember } from "./gone-member.js";
import type { Member, MemberPair } from "../pairs/member.js";
import { NARROWS, REPLACES, SAFE, WIDENS, type FlowLevels, type RuleMatch } from "../rule.js";

export function visibilityConsequences(pair: MemberPair): Pick<RuleMatch, "levels" | "effect"> {
  const { name, before, after, object } = pair;
  if (after === undefined)
    return before === undefined ? { levels: SAFE } : goneMember(name, before, object).consequences;
  return { levels: shownLevels(pair, after) };
}

function shownLevels(pair: MemberPair, after: Member): FlowLevels {
  const isRequired = after.property.required !== undefined;
  if (wasRefused(pair)) return isRequired ? REPLACES : WIDENS;
  const wasRequired = pair.before?.property.required !== undefined;
  if (isRequired === wasRequired) return SAFE;
  return isRequired ? NARROWS : WIDENS;
}

/** `omitted`, `required` or `optional`. */
export function visibilityText(member: MemberPair["before"]): string {
  if (member === undefined) return "omitted";
  return member.property.required === undefined ? "optional" : "required";
}

/** Added to the message for a member that a closed object refuses. */
export function refusalText(pair: MemberPair): string {
  if (wasRefused(pair)) return "; it was refused before";
  return isRefused(pair) ? ", and refused now" : "";
}

function wasRefused({ name, before, object }: MemberPair): boolean {
  return before === undefined && refusesMember(object.before, name);
}

function isRefused({ name, after, object }: MemberPair): boolean {
  return after === undefined && refusesMember(object.after, name);
}
