import { responseBodies } from "../facts/response-bodies.js";
import { defineRule, NARROWS, REPLACES } from "../rule.js";

export const responseBodyRemoved = defineRule({
  id: "response-body-removed",
  purpose: "A response no longer has a body, or a kind of body.",
  why: "Callers wait for it in vain. Servers may no longer send it.",
  levels: REPLACES,
  sentWith: "response",
  *calls(pair, sides) {
    for (const { answer, name, gone, isEmpty, at } of responseBodies(pair, sides)) {
      if (isEmpty) yield { message: `${answer} has no body any more`, ...at };
      else
        for (const body of gone)
          yield {
            message: `${name} is never ${body} any more`,
            ...at,
            levels: NARROWS,
          };
    }
  },
});
