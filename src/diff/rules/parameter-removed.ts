/** A header, another parameter or an argument is gone. */

import { inputPairs } from "../inputs.js";
import { type Rule } from "../rule.js";

export const parameterRemoved: Rule = {
  id: "parameter-removed",
  purpose: "A header, another parameter or an argument is gone.",
  levels: { sender: "dangerous", reader: "breaking" },
  sentWith: "call",
  *calls(pair) {
    for (const { name, before, after, at } of inputPairs(pair))
      if (before !== undefined && after === undefined)
        yield { message: `${name} is gone`, before: at.before };
    const body = pair.before?.body;
    if (body !== undefined && pair.after?.route !== undefined && pair.after.body === undefined)
      yield { message: "the body is gone", before: pair.before?.at.rest };
  },
};
