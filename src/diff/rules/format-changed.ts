import { keywordAt } from "../facts/keyword.js";
import { ruleDifference } from "../facts/rule-difference.js";
import { defineRule, TEXT_SCHEMA } from "../rule.js";

export const formatChanged = defineRule({
  id: "format-changed",
  purpose: "A string has another format, a new one, or none any more.",
  why: "Each side decides whether to check formats, so the change is dangerous to both.",
  example: { before: TEXT_SCHEMA, after: { type: "string", format: "uuid" } },
  levels: { sender: "dangerous", reader: "dangerous" },
  *values(pair) {
    const { before, after } = pair;
    // A list of values says all there is to say of them.
    if (before.literals !== undefined || after.literals !== undefined) return;
    const { isTighter, isLooser } = ruleDifference(pair, "format");
    if (!isTighter && !isLooser) return;
    const from = before.node.format.map(({ value }) => value).sort();
    const to = after.node.format.map(({ value }) => value).sort();
    yield {
      message: `the format was ${from.join(" and ") || "none"} and is ${to.join(" and ") || "none"}`,
      before: keywordAt(before.node.format[0], "format", before),
      after: keywordAt(after.node.format[0], "format", after),
    };
  },
});
