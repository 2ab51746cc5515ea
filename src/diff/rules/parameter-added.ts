/** A header, another parameter or an argument is new. */

import { inputPairs } from "../inputs.js";
import { NARROWS, SAFE, type Rule } from "../rule.js";

export const parameterAdded: Rule = {
  id: "parameter-added",
  purpose: "A header, another parameter or an argument is new.",
  levels: NARROWS,
  sentWith: "call",
  *calls(pair) {
    for (const { name, before, after, at } of inputPairs(pair)) {
      if (before !== undefined || after === undefined) continue;
      const message = after.required ? `${name} is new, and required` : `${name} is new`;
      yield { message, after: at.after, ...(after.required ? {} : { levels: SAFE }) };
    }
    const body = pair.after?.body;
    if (pair.before?.route === undefined || pair.before.body !== undefined || body === undefined)
      return;
    const levels = body.required ? {} : { levels: SAFE };
    yield { message: "the body is new", after: pair.after?.at.rest, ...levels };
  },
};
