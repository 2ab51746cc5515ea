import { isDeclared } from "../pairs/member.js";
import { defineRule, OBJECT_SCHEMA, WIDENS } from "../rule.js";

export const requiredRemoved = defineRule({
  id: "required-removed",
  purpose: "A member may be missing that had to be there.",
  why: "Who reads it has to cope without it. Generated types of the old version say that it is there.",
  example: { before: { ...OBJECT_SCHEMA, required: ["a"] }, after: OBJECT_SCHEMA },
  levels: WIDENS,
  *members({ name, before, after, differsByVisibility }) {
    if (differsByVisibility || before?.property.required === undefined) return;
    if (after === undefined ? isDeclared(before) : after.property.required !== undefined) return;
    yield { message: `${name} is optional now`, before: before.at, after: after?.at };
  },
});
