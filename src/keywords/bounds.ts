/** `minimum`, `exclusiveMinimum`, `maximum` and `exclusiveMaximum` (JSON Schema 2020-12 Validation §6.2). */

import { code } from "../source/code.js";
import { checkNumber, defineBound, printComparison } from "./bound.js";
import type { Subjects, SubjectType } from "./simple-keyword.js";

const NUMBER = {
  appliesTo: "number",
  check: checkNumber,
  measure: (value: Subjects[SubjectType]) => value as number,
} as const;

const LOWER = { ...NUMBER, what: "least value", isLower: true } as const;
const UPPER = { ...NUMBER, what: "greatest value", isLower: false } as const;

export const minimum = defineBound({
  ...LOWER,
  print: (limit, { value }) => [printComparison(value, code`<`, limit)],
  negate: (limit) => ({ type: "number", exclusiveMaximum: limit }),
});

export const exclusiveMinimum = defineBound({
  ...LOWER,
  isExclusive: true,
  print: (limit, { value }) => [printComparison(value, code`<=`, limit)],
  negate: (limit) => ({ type: "number", maximum: limit }),
});

export const maximum = defineBound({
  ...UPPER,
  print: (limit, { value }) => [printComparison(value, code`>`, limit)],
  negate: (limit) => ({ type: "number", exclusiveMinimum: limit }),
});

export const exclusiveMaximum = defineBound({
  ...UPPER,
  isExclusive: true,
  print: (limit, { value }) => [printComparison(value, code`>=`, limit)],
  negate: (limit) => ({ type: "number", minimum: limit }),
});
