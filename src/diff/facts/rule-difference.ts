import type { Difference } from "../../keywords/simple-keyword.js";
import { rulesOf, SIMPLE_KEYWORDS, type AnyKeyword } from "../../keywords/simple-keywords.js";
import type { ValuePair } from "../pairs/value.js";

type ComparedKeyword = "pattern" | "format" | "uniqueItems";

/** Which of the two sides refuses values that the other allows, by one keyword. */
export function ruleDifference({ before, after }: ValuePair, name: ComparedKeyword): Difference {
  const { comparison } = SIMPLE_KEYWORDS[name] as AnyKeyword & { comparison: { kind: "rules" } };
  const valuesOf = ({ node }: ValuePair["before"]) => rulesOf(node, name).map((rule) => rule.value);
  return comparison.compare(valuesOf(before), valuesOf(after));
}
