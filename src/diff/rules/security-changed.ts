import { equalJson } from "@proto-gen/runtime/json";
import { readContract, type Security } from "../pairs/contract.js";
import { defineRule, NARROWS, REPLACES, WIDENS_MILDLY } from "../rule.js";

export const securityChanged = defineRule({
  id: "security-changed",
  purpose: "A caller must authenticate in a different way.",
  why: "A removed way is refused. Servers must check an added one.",
  levels: REPLACES,
  sentWith: "request",
  *calls({ before, after }, sides) {
    const from = before && readContract(sides.before, before)?.security;
    const to = after && readContract(sides.after, after)?.security;
    if (from === undefined || to === undefined) return;
    const at = { before: from.at, after: to.at };
    const gone = without(from, to);
    if (gone.length > 0)
      yield { ...at, message: `is not accepted any more: ${gone.join(", ")}`, levels: NARROWS };
    const added = without(to, from);
    if (added.length > 0)
      yield { ...at, message: `is accepted now: ${added.join(", ")}`, levels: WIDENS_MILDLY };
  },
});

/** Requirements that the others lack, or have with other schemes. */
function without({ alternatives }: Security, others: Security): string[] {
  return [...alternatives].flatMap(([name, schemes]) => {
    const other = others.alternatives.get(name);
    return other !== undefined && equalJson(schemes, other) ? [] : [name];
  });
}
