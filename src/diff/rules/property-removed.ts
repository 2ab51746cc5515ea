import { goneMember } from "../facts/gone-member.js";
import { isDeclared } from "../pairs/member.js";
import { defineRule, LOSES, OBJECT_SCHEMA, TEXT_SCHEMA } from "../rule.js";

export const propertyRemoved = defineRule({
  id: "property-removed",
  purpose: "A member was removed.",
  why: "Readers no longer receive it. If it is still sent, it has no effect, and a closed object refuses it.",
  example: { before: OBJECT_SCHEMA, after: { type: "object", properties: { a: TEXT_SCHEMA } } },
  levels: LOSES,
  *members({ name, before, after, differsByVisibility, object }) {
    if (differsByVisibility || before === undefined || after !== undefined) return;
    // A member that was required but not declared is only no longer required.
    if (!isDeclared(before)) return;
    const { isRefused, consequences } = goneMember(name, before, object);
    yield {
      message: isRefused ? `${name} is gone, and refused now` : `${name} is gone`,
      before: before.at,
      ...consequences,
    };
  },
});
