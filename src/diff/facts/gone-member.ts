/** The levels and the effect of a member that is gone: each rule that reports one uses these. */

import type { Member } from "../pairs/member.js";
import type { ValuePair } from "../pairs/value.js";
import { LOSES, REPLACES, type FlowLevels, type RuleMatch } from "../rule.js";
import { refusesMember } from "./closed.js";

export interface GoneMember {
  readonly isRefused: boolean;
  readonly consequences: Required<Pick<RuleMatch, "effect">> & { readonly levels: FlowLevels };
}

export function goneMember(name: string, before: Member, object: ValuePair): GoneMember {
  const isRefused = refusesMember(object.after, name);
  const mayAllow = before.property.required !== undefined && !object.isSameSet;
  return {
    isRefused,
    consequences: {
      levels: isRefused ? REPLACES : LOSES,
      // The opposite of what a new member does.
      effect: { mayRefuse: isRefused, mayAllow },
    },
  };
}
