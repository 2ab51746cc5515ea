import { equalJson } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { ContentKeyword } from "../../model/node.js";
import { valueText } from "../facts/text.js";
import { childAddress } from "../pairs/member.js";
import { lowerSchema, type Value, type ValuePair } from "../pairs/value.js";
import { type FlowLevels, type RuleMatch, defineRule, TEXT_SCHEMA } from "../rule.js";

const TEXTS = ["contentEncoding", "contentMediaType"] as const;

export const contentChanged = defineRule({
  id: "content-changed",
  purpose:
    "The content of a string changed: its encoding, its media type, or the schema of what it contains.",
  why: "Validators still accept it. Whoever decodes the string gets something else, or fails: check the code that reads it.",
  example: { before: TEXT_SCHEMA, after: { type: "string", contentEncoding: "base64" } },
  // Validators do not look into the text; whoever decodes it does.
  levels: { sender: "dangerous", reader: "dangerous" },
  *annotations(pair) {
    for (const keyword of TEXTS) {
      const from = pair.before.content[keyword]?.value;
      const to = pair.after.content[keyword]?.value;
      if (!equalJson(from ?? null, to ?? null))
        yield {
          message: `the ${keyword} was ${valueText(from)} and is ${valueText(to)}`,
          ...placesOf(pair, keyword),
        };
    }
    yield* schemaChange(pair);
  },
});

function* schemaChange(pair: ValuePair): Iterable<RuleMatch> {
  const { before, after } = pair;
  const at = placesOf(pair, "contentSchema");
  const from = before.content.contentSchema;
  const to = after.content.contentSchema;
  if (from !== undefined && to === undefined)
    yield { message: "has no contentSchema any more", ...at };
  if (from === undefined && to !== undefined) yield { message: "has a contentSchema now", ...at };
  if (from === undefined || to === undefined) return;
  const schemas = [
    lowerSchema(before.context, at.before),
    lowerSchema(after.context, at.after),
  ] as const;
  if (pair.areEquivalent(...schemas)) return;
  const levels: FlowLevels = {
    sender: pair.acceptsAll(...schemas) ? "safe" : "dangerous",
    reader: pair.addsNoValues(...schemas) ? "safe" : "dangerous",
  };
  yield { message: "the contentSchema is another one", ...at, levels };
}

function placesOf(
  { before, after }: ValuePair,
  keyword: ContentKeyword,
): { readonly before: SchemaAddress; readonly after: SchemaAddress } {
  const at = (value: Value): SchemaAddress => {
    const stated = value.content[keyword];
    return stated === undefined ? value.at : childAddress(stated.origin, keyword);
  };
  return { before: at(before), after: at(after) };
}
