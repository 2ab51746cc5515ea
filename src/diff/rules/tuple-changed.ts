import { isUnconstrained } from "../../model/node.js";
import { originOr } from "../facts/keyword.js";
import { defineRule, NARROWS, REPLACES, TEXT_SCHEMA, WIDENS } from "../rule.js";
import { restItems } from "../facts/tuples.js";

export const tupleChanged = defineRule({
  id: "tuple-changed",
  purpose: "A position of a list gained or lost its own schema.",
  why: "In an open list, an additional position refuses some items; in a list limited to its positions, it allows one more.",
  example: {
    before: { type: "array", prefixItems: [TEXT_SCHEMA] },
    after: { type: "array", prefixItems: [TEXT_SCHEMA, { type: "integer" }] },
  },
  levels: REPLACES,
  *values({ before, after }) {
    const from = before.node.prefixItems;
    const to = after.node.prefixItems;
    const rest = restItems(before.node, after.node);
    // `items` that are schemas are compared with the positions.
    if (from.length === to.length || rest === "schema") return;
    const isLonger = to.length > from.length;
    const more = isLonger ? to.slice(from.length) : from.slice(to.length);
    if (rest === "anything" && more.every(isUnconstrained)) return;
    yield {
      message: `had ${positions(from.length)} and has ${to.length}`,
      before: originOr(from.at(-1)?.origin, before),
      after: originOr(to.at(-1)?.origin, after),
      levels: (rest === "nothing") === isLonger ? WIDENS : NARROWS,
    };
  },
});

function positions(count: number): string {
  return count === 1 ? "1 position of its own" : `${count} positions of their own`;
}
