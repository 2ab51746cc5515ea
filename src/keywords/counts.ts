/** `minItems`, `maxItems`, `minProperties` and `maxProperties` (JSON Schema 2020-12 Validation §6.4, §6.5). */

import { code, type Code } from "../source/code.js";
import { checkCount, defineBound, printComparison } from "./bound.js";
import type { PrintedSubject, Subjects, SubjectType } from "./simple-keyword.js";

const ITEMS = {
  appliesTo: "array",
  check: checkCount,
  measure: (value: Subjects[SubjectType]) => (value as Subjects["array"]).length,
} as const;

const MEMBERS = {
  appliesTo: "object",
  check: checkCount,
  measure: (value: Subjects[SubjectType]) => Object.keys(value as Subjects["object"]).length,
} as const;

export const minItems = defineBound({
  ...ITEMS,
  what: "least number of items",
  isLower: true,
  least: 0,
  print: (limit, { value }) => [printComparison(code`${value}.length`, code`<`, limit)],
  negate: (limit) => ({ type: "array", maxItems: limit - 1 }),
});

export const maxItems = defineBound({
  ...ITEMS,
  what: "greatest number of items",
  isLower: false,
  print: (limit, { value }) => [printComparison(code`${value}.length`, code`>`, limit)],
  negate: (limit) => ({ type: "array", minItems: limit + 1 }),
});

export const minProperties = defineBound({
  ...MEMBERS,
  what: "least number of members",
  isLower: true,
  least: 0,
  print: (limit, subject) => [printComparison(printMemberCount(subject), code`<`, limit)],
  negate: (limit) => ({ type: "object", maxProperties: limit - 1 }),
});

export const maxProperties = defineBound({
  ...MEMBERS,
  what: "greatest number of members",
  isLower: false,
  print: (limit, subject) => [printComparison(printMemberCount(subject), code`>`, limit)],
  negate: (limit) => ({ type: "object", minProperties: limit + 1 }),
});

function printMemberCount({ value, runtime }: PrintedSubject): Code {
  return code`${runtime("names")}(${value}).length`;
}
