/** An answer may have a body, or one of another kind. */

import { restAnswers } from "../facts/rest-answers.js";
import { WIDENS, type Rule } from "../rule.js";

export const responseBodyAdded: Rule = {
  id: "response-body-added",
  purpose: "An answer may have a body, or one of another kind.",
  levels: WIDENS,
  sentWith: "answer",
  *calls(pair, sides) {
    for (const { name, added, at } of restAnswers(pair, sides))
      for (const body of added) yield { message: `the body of ${name} may be ${body}`, ...at };
  },
};
