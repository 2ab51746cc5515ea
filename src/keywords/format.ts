/** `format` (JSON Schema 2020-12 Validation §7): asserted where the runtime has a predicate of it, else an annotation. */

import { code } from "../source/code.js";
import { stringLiteral } from "../source/literal.js";
import { checkString } from "./bound.js";
import { formatPredicate, predicateName } from "./formats.js";
import { addDistinct, compareSets, type KeywordOf } from "./simple-keyword.js";

export const format = {
  appliesTo: "string",
  check: checkString,
  read: (value) => (typeof value === "string" ? value : undefined),
  merge: addDistinct,
  print(name, { value, assertFormats, runtime }) {
    const predicate = assertFormats ? predicateName(name) : undefined;
    if (predicate === undefined) return undefined;
    return {
      conditions: [code`!${runtime(predicate)}(${value})`],
      expected: stringLiteral(name),
    };
  },
  satisfies: (value, name, { assertFormats }) =>
    !assertFormats || formatPredicate(name)?.(value as string) !== false,
  narrow: (limits, name) => ({ ...limits, formats: [...limits.formats, name] }),
  negate: () => undefined,
  comparison: { kind: "rules", compare: compareSets },
} satisfies KeywordOf<"format">;
