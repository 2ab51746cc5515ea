/** An answer may have a body, or one of another kind. */

import { answerBodies } from "../facts/answer-bodies.js";
import { WIDENS, type Rule } from "../rule.js";

export const responseBodyAdded: Rule = {
  id: "response-body-added",
  purpose: "An answer may have a body, or one of another kind.",
  levels: WIDENS,
  sentWith: "answer",
  *calls(pair, sides) {
    for (const { name, added, at } of answerBodies(pair, sides))
      for (const body of added) yield { message: `${name} may be ${body}`, ...at };
  },
};
