import { responseBodies } from "../facts/response-bodies.js";
import { defineRule, NARROWS, REPLACES } from "../rule.js";

export const responseBodyRemoved = defineRule({
  id: "response-body-removed",
  purpose: "An answer has no body any more, or none of some kind.",
  why: "Who reads it waits for what does not come. Who answers may not give that kind any more.",
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
