import { defineRule, OBJECT_SCHEMA, REPLACES, TEXT_SCHEMA } from "../rule.js";
import { isCarriedOut } from "../facts/transition.js";
import { refusalText, visibilityConsequences, visibilityText } from "../facts/visibility.js";

export const transitionCarriedOut = defineRule({
  id: "transition-carried-out",
  purpose: "A member's visibility changed as announced.",
  why: "Its levels are those of the change itself: the announcement helps only those who read it.",
  example: {
    before: {
      ...OBJECT_SCHEMA,
      properties: {
        a: TEXT_SCHEMA,
        b: { type: "string", proto_request: { transition: { from: "optional", to: "omit" } } },
      },
    },
    after: {
      ...OBJECT_SCHEMA,
      properties: { a: TEXT_SCHEMA, b: { type: "string", proto_request: "omit" } },
    },
  },
  levels: REPLACES,
  *members(pair) {
    if (!isCarriedOut(pair)) return;
    const { name, before, after, visibility } = pair;
    yield {
      message: `${name} was ${visibilityText(before)} and is ${visibilityText(after)}${refusalText(pair)}, as announced`,
      before: visibility.before?.at,
      after: visibility.after?.at,
      ...visibilityConsequences(pair),
    };
  },
});
