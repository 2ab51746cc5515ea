/** What a change of a member's visibility does, whichever rule reports it. In: the pair. Out: levels, and words. */

import type { MemberPair } from "./member.js";
import { NARROWS, SAFE, WIDENS, type FlowLevels } from "./rule.js";

export function visibilityLevels({ before, after }: MemberPair): FlowLevels {
  if (before === undefined && after === undefined) return SAFE;
  if (after === undefined) return { sender: "dangerous", reader: "breaking" };
  const isRequired = after.property.required !== undefined;
  const wasRequired = before?.property.required !== undefined;
  if (isRequired === wasRequired) return SAFE;
  return isRequired ? NARROWS : WIDENS;
}

/** What is to be seen of it: `omitted`, `required` or `optional`. */
export function visibilityText(member: MemberPair["before"]): string {
  if (member === undefined) return "omitted";
  return member.property.required === undefined ? "optional" : "required";
}
