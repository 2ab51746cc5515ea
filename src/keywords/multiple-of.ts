/** `multipleOf` (JSON Schema 2020-12 Validation §6.2.1): a value is a multiple of every divisor that its schemas have. */

import { isMultiple } from "@proto-gen/runtime/codegen/v1";
import { code } from "../source/code.js";
import { numberLiteral } from "../source/literal.js";
import type { KeywordOf } from "./simple-keyword.js";

export const multipleOf = {
  appliesTo: "number",
  check: (value) =>
    typeof value === "number" && value > 0 ? undefined : "expected a number above 0",
  read: (value) => (typeof value === "number" ? value : undefined),
  merge: (known, rule) => [...known, rule],
  print: (divisor, { value, runtime }) => ({
    conditions: [code`!${runtime("isMultiple")}(${value}, ${numberLiteral(divisor)})`],
    expected: numberLiteral(divisor),
  }),
  satisfies: (value, divisor) => isMultiple(value as number, divisor),
  narrow: (limits, divisor) => ({ ...limits, divisors: [...limits.divisors, divisor] }),
  negate: () => undefined,
  comparison: {
    kind: "rules",
    // A number that is a multiple of 4 is one of 2.
    compare: (before, after) => ({
      isTighter: !after.every((divisor) => before.some((each) => isMultiple(each, divisor))),
      isLooser: !before.every((divisor) => after.some((each) => isMultiple(each, divisor))),
    }),
  },
} satisfies KeywordOf<"multipleOf">;
