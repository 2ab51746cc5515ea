import { responseBodies } from "../facts/response-bodies.js";
import { defineRule, WIDENS } from "../rule.js";

export const responseBodyAdded = defineRule({
  id: "response-body-added",
  purpose: "An answer may have a body, or one of another kind.",
  why: "Who reads answers may meet one that it does not know.",
  levels: WIDENS,
  sentWith: "response",
  *calls(pair, sides) {
    for (const { name, added, at } of responseBodies(pair, sides))
      for (const body of added) yield { message: `${name} may be ${body}`, ...at };
  },
});
