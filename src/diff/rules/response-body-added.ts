import { responseBodies } from "../facts/response-bodies.js";
import { defineRule, WIDENS } from "../rule.js";

export const responseBodyAdded = defineRule({
  id: "response-body-added",
  purpose: "A response may have a body, or another kind of body.",
  why: "Callers may receive a body that they do not know.",
  levels: WIDENS,
  sentWith: "response",
  *calls(pair, sides) {
    for (const { name, added, at } of responseBodies(pair, sides))
      for (const body of added) yield { message: `${name} may be ${body}`, ...at };
  },
});
