/** Changed descriptions of a call and its parts. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { TRANSPORTS, type CallPair } from "../pairs/call.js";
import { responsePairs, bodyPair, headerPairs, inputPairs, type Pair } from "../pairs/inputs.js";

export interface DescriptionChange {
  /** `summary, description`, `description of header Request-Id`. */
  readonly text: string;
  readonly before: SchemaAddress | undefined;
  readonly after: SchemaAddress | undefined;
}

const CALL_TEXTS = ["summary", "description"] as const;

export function descriptionChanges(pair: CallPair): DescriptionChange[] {
  return [...callTexts(pair), ...partTexts(pair)];
}

function callTexts({ before, after }: CallPair): DescriptionChange[] {
  if (before === undefined || after === undefined) return [];
  return TRANSPORTS.flatMap(({ key, name }) => {
    const from = before.texts[key];
    const to = after.texts[key];
    if (from === undefined || to === undefined) return [];
    const changed = CALL_TEXTS.filter((text) => from[text] !== to[text]);
    if (changed.length === 0) return [];
    const over = key === "mcp" && after.texts.rest !== undefined ? ` over ${name}` : "";
    return [{ text: changed.join(", ") + over, before: before.at[key], after: after.at[key] }];
  });
}

/** Parameters, arguments, bodies, answers and their headers. */
function partTexts(pair: CallPair): DescriptionChange[] {
  const parts: readonly (Pair<DescribedPart> & { readonly name: string })[] = [
    ...inputPairs(pair),
    { name: "the body", ...bodyPair(pair) },
    ...responsePairs(pair),
    ...headerPairs(pair),
  ];
  return parts.flatMap(({ name, before, after }) =>
    before === undefined || after === undefined || before.description === after.description
      ? []
      : [{ text: `description of ${name}`, before: before.at, after: after.at }],
  );
}

interface DescribedPart {
  readonly description: string | undefined;
  readonly at: SchemaAddress;
}
