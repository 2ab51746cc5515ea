/** A position of a list has a schema of its own now, or none any more. */

import { isUnconstrained } from "../../model/node.js";
import { originOr } from "../facts/keyword.js";
import { NARROWS, REPLACES, WIDENS, type Rule } from "../rule.js";
import { restOf } from "../facts/tuples.js";

export const tupleChanged: Rule = {
  id: "tuple-changed",
  purpose: "A position of a list has a schema of its own now, or none any more.",
  levels: REPLACES,
  *values({ before, after }) {
    const from = before.node.prefixItems;
    const to = after.node.prefixItems;
    const rest = restOf(before.node, after.node);
    // What `items` say of a position is compared with what the position says.
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
};

function positions(count: number): string {
  return count === 1 ? "1 position of its own" : `${count} positions of their own`;
}
