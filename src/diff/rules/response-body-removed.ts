/** An answer has no body any more, or none of some kind. */

import { restAnswers } from "../facts/rest-answers.js";
import { NARROWS, REPLACES, type Rule } from "../rule.js";

export const responseBodyRemoved: Rule = {
  id: "response-body-removed",
  purpose: "An answer has no body any more, or none of some kind.",
  levels: REPLACES,
  sentWith: "answer",
  *calls(pair, sides) {
    for (const { name, gone, isEmpty, at } of restAnswers(pair, sides)) {
      if (isEmpty) yield { message: `${name} has no body any more`, ...at };
      else
        for (const body of gone)
          yield {
            message: `the body of ${name} is never ${body} any more`,
            ...at,
            levels: NARROWS,
          };
    }
  },
};
