/** In: an issue's code and what the rule wanted. Out: one sentence for a person. */

import type { IssueCode } from "./issue.js";

const MESSAGES: Record<IssueCode, string> = {
  additionalProperties: "is not a known member",
  anyOf: "matches none of the allowed shapes",
  contains: "has too few or too many matching items",
  dependentRequired: "is required here because of $",
  enum: "must be one of $",
  exclusiveMaximum: "must be less than $",
  exclusiveMinimum: "must be greater than $",
  format: "is no valid $",
  maxItems: "has more than $ items",
  maxLength: "is longer than $ characters",
  maxProperties: "has more than $ members",
  maximum: "must be at most $",
  minItems: "has fewer than $ items",
  minLength: "is shorter than $ characters",
  minProperties: "has fewer than $ members",
  minimum: "must be at least $",
  multipleOf: "must be a multiple of $",
  never: "is not allowed here",
  not: "matches a shape that is not allowed",
  oneOf: "matches not exactly one of the allowed shapes",
  pattern: "does not match $",
  propertyNames: "is no allowed member name",
  required: "is required",
  type: "must be of type $",
  unevaluatedItems: "is not an allowed item",
  unevaluatedProperties: "is not a known member",
  uniqueItems: "has equal items",
};

export function messageOf(code: IssueCode, expected: unknown): string {
  return MESSAGES[code].replace("$", () => describe(code, expected));
}

function describe(code: IssueCode, expected: unknown): string {
  if (code === "enum" && Array.isArray(expected)) return expected.map((value) => JSON.stringify(value)).join(", ");
  return String(expected);
}
