import { defineRule, OBJECT_SCHEMA, SAFE, TEXT_SCHEMA } from "../rule.js";
import { isAnnounced } from "../facts/transition.js";

export const transitionAnnounced = defineRule({
  id: "transition-announced",
  purpose: "A member's visibility is announced to change.",
  why: "Nothing changes yet. Prepare for what it will be.",
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
    const { name, said } = pair;
    yield {
      message: `${name} is ${said.after?.annotation?.visibility ?? "there"} and will be ${said.after?.to ?? "other"}`,
      before: said.before?.at,
      after: said.after?.at,
    };
  },
});
