/** In: an issue's code and what the rule wanted. Out: one sentence for a person. */

import type { IssueCode } from "./issue.js";

/** What the rule wanted follows a space at the end. Counts (`minItems`, ...) are worded below. */
const MESSAGES: { readonly [Code in Exclude<IssueCode, Count>]: string } = {
  additionalProperties: "is not a known member",
  anyOf: "matches no allowed shape",
  contains: "has too few or too many matching items",
  dependentRequired: "is required because of ",
  enum: "must be one of ",
  exclusiveMaximum: "must be < ",
  exclusiveMinimum: "must be > ",
  format: "must be a valid ",
  maximum: "must be <= ",
  minimum: "must be >= ",
  multipleOf: "must be a multiple of ",
  never: "is not allowed",
  not: "matches a shape that is not allowed",
  oneOf: "matches not exactly one allowed shape",
  pattern: "must match ",
  propertyNames: "is not an allowed name",
  required: "is required",
  type: "must be of type ",
  unevaluatedItems: "is not a known item",
  unevaluatedProperties: "is not a known member",
  uniqueItems: "must not have equal items",
};

type Count = `${"min" | "max"}${"Items" | "Length" | "Properties"}`;

export function messageOf(code: IssueCode, expected: unknown): string {
  if (isCount(code))
    return `must have at ${code < "min" ? "most" : "least"} ${String(expected)} ${NOUNS[code.slice(3)]}`;
  const text = MESSAGES[code];
  if (!text.endsWith(" ")) return text;
  return text + (Array.isArray(expected) ? listed(expected) : String(expected));
}

/** Lists are constants of generated code: each is put into words once. */
const lists = new WeakMap<readonly unknown[], string>();

function listed(values: readonly unknown[]): string {
  const text = lists.get(values) ?? values.map((value) => JSON.stringify(value)).join(", ");
  lists.set(values, text);
  return text;
}

const NOUNS: Readonly<Record<string, string>> = {
  Items: "items",
  Length: "characters",
  Properties: "members",
};

function isCount(code: IssueCode): code is Count {
  return !(code in MESSAGES);
}
