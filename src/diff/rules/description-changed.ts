import { equalJson, type Json } from "@proto-gen/runtime/json";
import { annotationAt } from "../facts/keyword.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { descriptionChanges } from "../facts/descriptions.js";
import type { Capability } from "../pairs/capability.js";
import { childAddress } from "../pairs/member.js";
import { defineRule, SAFE } from "../rule.js";

const TEXTS = ["title", "description", "examples", "readOnly", "writeOnly"] as const;
const CAPABILITY_TEXTS = ["title", "description"] as const;

function isOther(from: Json | undefined, to: Json | undefined): boolean {
  return from === undefined || to === undefined ? from !== to : !equalJson(from, to);
}

export const descriptionChanged = defineRule({
  id: "description-changed",
  purpose: "A title, description or examples changed, but no rule.",
  why: "Payloads remain valid or invalid as before. A member may now have another meaning, so read it.",
  example: {
    before: { type: "string", description: "In cents." },
    after: { type: "string", description: "In euros." },
  },
  levels: SAFE,
  hasNoDirection: true,
  isTextOnly: true,
  *annotations({ before, after }) {
    const changed = TEXTS.filter((name) =>
      isOther(before.annotations[name], after.annotations[name]),
    );
    const [first] = changed;
    if (first === undefined) return;
    yield {
      message: `${changed.join(", ")} changed`,
      before: annotationAt(before, first),
      after: annotationAt(after, first),
    };
  },
  *calls(pair) {
    for (const { text, ...at } of descriptionChanges(pair))
      yield { message: `${text} changed`, ...at };
  },
  *capabilities({ before, after }) {
    if (before === undefined || after === undefined) return;
    const changed = CAPABILITY_TEXTS.filter((name) => isOther(before[name], after[name]));
    const [first] = changed;
    if (first === undefined) return;
    // A payload whose schema says the same makes it one change.
    const at = (side: Capability): SchemaAddress =>
      side[first] === undefined ? side.at : childAddress(side.at, first);
    yield { message: `${changed.join(", ")} changed`, before: at(before), after: at(after) };
  },
});
