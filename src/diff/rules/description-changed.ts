/** Title, description or examples are others; nothing that is checked. */

import type { Json } from "@proto-gen/runtime/json";
import { annotationAt } from "../annotation.js";
import { addressOf } from "../call.js";
import { SAFE, type Rule } from "../rule.js";

const TEXTS = ["title", "description", "examples", "readOnly", "writeOnly"] as const;
const CALL_TEXTS = ["summary", "description"] as const;
const CAPABILITY_TEXTS = ["title", "description"] as const;

function show(value: Json | undefined): string | undefined {
  return JSON.stringify(value);
}

export const descriptionChanged: Rule = {
  id: "description-changed",
  purpose: "Title, description or examples are others; nothing that is checked.",
  levels: SAFE,
  hasNoDirection: true,
  *annotations({ before, after }) {
    const changed = TEXTS.filter(
      (name) => show(before.annotations[name]) !== show(after.annotations[name]),
    );
    const [first] = changed;
    if (first === undefined) return;
    yield {
      message: `${changed.join(", ")} changed`,
      before: annotationAt(before, first),
      after: annotationAt(after, first),
    };
  },
  *calls({ before, after }) {
    if (before === undefined || after === undefined) return;
    const changed = CALL_TEXTS.filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return;
    yield {
      message: `${changed.join(", ")} changed`,
      before: addressOf(before),
      after: addressOf(after),
    };
  },
  *capabilities({ before, after }) {
    if (before === undefined || after === undefined) return;
    const changed = CAPABILITY_TEXTS.filter((name) => show(before[name]) !== show(after[name]));
    if (changed.length === 0) return;
    yield { message: `${changed.join(", ")} changed`, before: before.at, after: after.at };
  },
};
