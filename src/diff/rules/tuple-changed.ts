/** A position of a list has a schema of its own now, or none any more. */

import { isUnconstrained } from "../../model/node.js";
import { originOr } from "../keyword.js";
import { NARROWS, REPLACES, WIDENS, type Rule } from "../rule.js";

export const tupleChanged: Rule = {
  id: "tuple-changed",
  purpose: "A position of a list has a schema of its own now, or none any more.",
  levels: REPLACES,
  *values({ before, after }) {
    const from = before.node.prefixItems;
    const to = after.node.prefixItems;
    if (from.length === to.length) return;
    const isLonger = to.length > from.length;
    // Beyond its positions a list may be closed, or take anything.
    const rest = isLonger ? before.node.items : after.node.items;
    const isClosed = rest?.never !== undefined;
    const isOpen = rest === undefined || isUnconstrained(rest);
    const levels = isClosed === isLonger ? WIDENS : NARROWS;
    yield {
      message: `had ${from.length} positions of their own and has ${to.length}`,
      before: originOr(from.at(-1)?.origin, before),
      after: originOr(to.at(-1)?.origin, after),
      ...(isClosed || isOpen ? { levels } : {}),
    };
  },
};
