import { refusesMember } from "../facts/closed.js";
import { isDeclared } from "../pairs/member.js";
import { defineRule, NARROWS, OBJECT_SCHEMA, REPLACES } from "../rule.js";

export const requiredAdded = defineRule({
  id: "required-added",
  purpose: "A member is required that was optional before, or is new.",
  why: "Payloads without it are refused: senders must add it first. In a closed object, readers of the old version refuse a new member, too.",
  example: { before: OBJECT_SCHEMA, after: { ...OBJECT_SCHEMA, required: ["a"] } },
  levels: NARROWS,
  *members({ name, before, after, differsByVisibility, object }) {
    if (differsByVisibility || object.isSameSet || after?.property.required === undefined) return;
    if (before?.property.required !== undefined) return;
    if (before !== undefined || !isDeclared(after)) {
      yield { message: `${name} is required now`, before: before?.at, after: after.at };
      return;
    }
    const wasRefused = refusesMember(object.before, name);
    yield {
      message: `${name} is new, and required${wasRefused ? "; it was refused before" : ""}`,
      after: after.at,
      // Readers of the old closed object refuse the member.
      levels: wasRefused ? REPLACES : undefined,
    };
  },
});
