import { refusesMember } from "../facts/closed.js";
import { defineRule, OBJECT_SCHEMA, SAFE, TEXT_SCHEMA, WIDENS } from "../rule.js";

export const propertyAdded = defineRule({
  id: "property-added",
  purpose: "A member is new, and optional.",
  why: "Open objects take members that they do not know. In a closed object those who read the old version refuse it. Where a schema for members of any name held for it before, what the two differ in is told beside it.",
  example: { before: { type: "object", properties: { a: TEXT_SCHEMA } }, after: OBJECT_SCHEMA },
  levels: SAFE,
  *members({ name, before, after, differsByVisibility, object }) {
    if (differsByVisibility || before !== undefined || after === undefined) return;
    if (after.property.required !== undefined) return;
    const wasRefused = refusesMember(object.before, name);
    yield {
      message: wasRefused ? `${name} is new; it was refused before` : `${name} is new`,
      after: after.at,
      // Readers of the old closed object refuse the member.
      ...(wasRefused ? { levels: WIDENS } : {}),
    };
  },
});
