import { equalJson } from "@proto-gen/runtime/json";
import { annotationAt } from "../facts/keyword.js";
import { defineRule } from "../rule.js";
import { valueText } from "../facts/text.js";

export const defaultChanged = defineRule({
  id: "default-changed",
  purpose: "The value that a missing member stands for changed.",
  why: "The same payload means something different to each side. Send the value explicitly until both have the new version.",
  example: { before: { type: "string", default: "a" }, after: { type: "string", default: "b" } },
  levels: { sender: "dangerous", reader: "dangerous" },
  *annotations({ before, after }) {
    const from = before.annotations.default;
    const to = after.annotations.default;
    if (equalJson(from ?? null, to ?? null) && (from === undefined) === (to === undefined)) return;
    yield {
      message: `the default was ${valueText(from)} and is ${valueText(to)}`,
      before: annotationAt(before, "default"),
      after: annotationAt(after, "default"),
    };
  },
});
