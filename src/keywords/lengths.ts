/** `minLength` and `maxLength`, in characters (JSON Schema 2020-12 Validation §6.3). */

import { lengthOf } from "@proto-gen/runtime/codegen/v1";
import { code } from "../source/code.js";
import { checkCount, defineBound, printComparison } from "./bound.js";
import type { PrintedSubject, Subjects, SubjectType } from "./simple-keyword.js";
import type { Code } from "../source/code.js";

const LENGTH = {
  appliesTo: "string",
  check: checkCount,
  measure: (value: Subjects[SubjectType]) => lengthOf(value as string),
} as const;

export const minLength = defineBound({
  ...LENGTH,
  what: "least length",
  isLower: true,
  least: 0,
  print: (limit, subject) => [
    limit === 1
      ? code`${subject.value} === ""`
      : printComparison(printLength(subject), code`<`, limit),
  ],
  negate: (limit) => ({ type: "string", maxLength: limit - 1 }),
});

export const maxLength = defineBound({
  ...LENGTH,
  what: "greatest length",
  isLower: false,
  // UTF-16 units are never fewer than characters, so most strings need no counting.
  print: (limit, subject) => [
    printComparison(code`${subject.value}.length`, code`>`, limit),
    printComparison(printLength(subject), code`>`, limit),
  ],
  negate: (limit) => ({ type: "string", minLength: limit + 1 }),
});

function printLength({ value, runtime }: PrintedSubject): Code {
  return code`${runtime("lengthOf")}(${value})`;
}
