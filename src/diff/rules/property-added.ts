import { refusesMember } from "../facts/closed.js";
import { isDeclared } from "../pairs/member.js";
import { defineRule, OBJECT_SCHEMA, SAFE, TEXT_SCHEMA, WIDENS } from "../rule.js";

export const propertyAdded = defineRule({
  id: "property-added",
  purpose: "An optional member is new.",
  why: "Open objects accept unknown members. If the object is closed, readers of the old version refuse the member. If a schema for members of any name applied to it before, the differences are reported separately.",
  example: { before: { type: "object", properties: { a: TEXT_SCHEMA } }, after: OBJECT_SCHEMA },
  levels: SAFE,
  *members({ name, before, after, differsByVisibility, object }) {
    if (differsByVisibility || before !== undefined || after === undefined) return;
    // A required one refuses payloads, unless the same are valid for other reasons: then it is only new.
    if (after.property.required !== undefined && !(object.isSameSet && isDeclared(after))) return;
    const wasRefused = refusesMember(object.before, name);
    yield {
      message: wasRefused ? `${name} is new; it was refused before` : `${name} is new`,
      after: after.at,
      // Readers of the old closed object refuse the member.
      levels: wasRefused ? WIDENS : undefined,
    };
  },
});
