import { defineRule, OBJECT_SCHEMA, REPLACES, TEXT_SCHEMA } from "../rule.js";
import { isCarriedOut } from "../facts/transition.js";
import { refusalText, visibilityConsequences, visibilityText } from "../facts/visibility.js";

export const visibilityChanged = defineRule({
  id: "visibility-changed",
  purpose:
    "An annotation changed whether a member is shown, hidden, required or optional in an operation.",
  why: "It applies to the operations and the direction that the annotation names. Its levels are those of a member that is added, removed, required or optional.",
  example: {
    before: OBJECT_SCHEMA,
    after: {
      ...OBJECT_SCHEMA,
      properties: { a: TEXT_SCHEMA, b: { type: "string", proto_request: "omit" } },
    },
  },
  levels: REPLACES,
  *members(pair) {
    const { name, before, after, visibility, differsByVisibility } = pair;
    if (!differsByVisibility || isCarriedOut(pair)) return;
    const from = visibilityText(before);
    const to = visibilityText(after);
    if (from === to) return;
    yield {
      message: `${name} was ${from} and is ${to} here${refusalText(pair)}`,
      before: before?.at ?? visibility.before?.at,
      after: after?.at ?? visibility.after?.at,
      ...visibilityConsequences(pair),
    };
  },
});
