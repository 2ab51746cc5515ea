/** `pattern` (JSON Schema 2020-12 Validation §6.3.3): a text matches every pattern that its schemas have. */

import { code } from "../source/code.js";
import { checkString } from "./bound.js";
import { addDistinct, compareSets, type KeywordOf } from "./simple-keyword.js";

/** The longest text that a pattern is tried on while examples are made, in UTF-16 units; a longer one counts as a match. */
const MAX_MATCHED = 16_384;

export const pattern = {
  appliesTo: "string",
  check: checkString,
  read: (value) => (typeof value === "string" ? value : undefined),
  merge: addDistinct,
  print(source, { value, rules: { maxLength }, patternConstant }) {
    const name = patternConstant(source);
    // A pattern may take long on a text that is too long anyway; characters are one or two UTF-16 units.
    const short = maxLength === undefined ? [] : [code`${value}.length <= ${2 * maxLength.value}`];
    return {
      conditions: [...short, code`!${name}.test(${value})`],
      expected: code`${name}.source`,
    };
  },
  satisfies(value, source, { budget }) {
    const text = value as string;
    // A pattern may take the square of a text's length.
    budget.spend(text.length ** 2 / 4_000);
    return text.length > MAX_MATCHED || new RegExp(source, "u").test(text);
  },
  narrow: (limits, source) => ({ ...limits, patterns: [...limits.patterns, source] }),
  negate: () => undefined,
  comparison: { kind: "rules", compare: compareSets },
} satisfies KeywordOf<"pattern">;
