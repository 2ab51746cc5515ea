/** What a missing member stands for is another value. */

import { equalJson } from "@proto-gen/runtime/json";
import { annotationAt } from "../facts/annotation.js";
import { type Rule } from "../rule.js";
import { show } from "../facts/text.js";

export const defaultChanged: Rule = {
  id: "default-changed",
  purpose: "What a missing member stands for is another value.",
  levels: { sender: "dangerous", reader: "dangerous" },
  *annotations({ before, after }) {
    const from = before.annotations.default;
    const to = after.annotations.default;
    if (equalJson(from ?? null, to ?? null) && (from === undefined) === (to === undefined)) return;
    yield {
      message: `the default was ${show(from)} and is ${show(to)}`,
      before: annotationAt(before, "default"),
      after: annotationAt(after, "default"),
    };
  },
};
