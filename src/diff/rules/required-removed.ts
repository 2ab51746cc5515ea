import { isDeclared } from "../pairs/member.js";
import { defineRule, OBJECT_SCHEMA, WIDENS } from "../rule.js";

export const requiredRemoved = defineRule({
  id: "required-removed",
  purpose: "A required member became optional.",
  why: "Readers must cope without it. Generated types of the old version still declare it as present.",
  example: { before: { ...OBJECT_SCHEMA, required: ["a"] }, after: OBJECT_SCHEMA },
  levels: WIDENS,
  *members({ name, before, after, differsByVisibility, object }) {
    if (differsByVisibility || object.isSameSet || before?.property.required === undefined) return;
    if (after === undefined ? isDeclared(before) : after.property.required !== undefined) return;
    yield { message: `${name} is optional now`, before: before.at, after: after?.at };
  },
});
