import { defineRule, OBJECT_SCHEMA, SAFE, TEXT_SCHEMA } from "../rule.js";
import { isAnnounced } from "../facts/transition.js";

export const transitionAnnounced = defineRule({
  id: "transition-announced",
  purpose: "A change of a member's visibility was announced.",
  why: "Nothing changes yet. Prepare for the announced visibility.",
  example: {
    before: OBJECT_SCHEMA,
    after: {
      ...OBJECT_SCHEMA,
      properties: {
        a: TEXT_SCHEMA,
        b: { type: "string", proto_request: { transition: { from: "optional", to: "omit" } } },
      },
    },
  },
  levels: SAFE,
  *members(pair) {
    if (!isAnnounced(pair)) return;
    const { name, visibility } = pair;
    yield {
      message: `${name} is ${visibility.after?.annotation?.visibility ?? "there"} and will be ${visibility.after?.transitionTo ?? "other"}`,
      before: visibility.before?.at,
      after: visibility.after?.at,
    };
  },
});
