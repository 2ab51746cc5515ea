/** `uniqueItems` (JSON Schema 2020-12 Validation §6.4.3); `false` refuses nothing. */

import { isUnique } from "@proto-gen/runtime/codegen/v1";
import { code } from "../source/code.js";
import type { KeywordOf, Subjects } from "./simple-keyword.js";

export const uniqueItems = {
  appliesTo: "array",
  isTestedLast: true,
  check: (value) => (typeof value === "boolean" ? undefined : "expected true or false"),
  read: (value) => (value === true ? true : undefined),
  merge: (known, rule) => known ?? rule,
  print: (_, { value, runtime }) => ({ conditions: [code`!${runtime("isUnique")}(${value})`] }),
  satisfies: (value) => isUnique(value as Subjects["array"]),
  narrow: (limits) => ({ ...limits, areItemsUnique: true }),
  negate: () => undefined,
  comparison: {
    kind: "rules",
    compare: (before, after) => ({
      isTighter: after.length > before.length,
      isLooser: before.length > after.length,
    }),
  },
} satisfies KeywordOf<"uniqueItems">;
