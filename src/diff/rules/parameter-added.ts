import { bodyPair, inputPairs, type Pair } from "../pairs/inputs.js";
import { type RuleMatch, defineRule, NARROWS, SAFE } from "../rule.js";
import type { Body, Input } from "../pairs/call.js";

export const parameterAdded = defineRule({
  id: "parameter-added",
  purpose: "A header, another parameter, an argument or a body is new.",
  why: "If it is required, calls without it are refused. If it is optional, that is safe.",
  levels: NARROWS,
  sentWith: "request",
  *calls(pair) {
    for (const { name, ...input } of inputPairs(pair)) yield* added(name, input);
    yield* added("the body", bodyPair(pair));
  },
});

function* added(name: string, { before, after }: Pair<Body | Input>): Iterable<RuleMatch> {
  if (before !== undefined || after === undefined) return;
  yield {
    message: after.required ? `${name} is new, and required` : `${name} is new`,
    after: after.at,
    levels: after.required ? undefined : SAFE,
  };
}
