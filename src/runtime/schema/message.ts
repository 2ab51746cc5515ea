/** In: an issue's code and what the rule wanted. Out: one sentence for a person. */

import type { IssueCode } from "./issue.js";

const MESSAGES: Record<IssueCode, string> = {
  additionalProperties: "is not a known member",
  anyOf: "matches no allowed shape",
  contains: "has too few or too many matching items",
  dependentRequired: "is required because of $",
  enum: "must be one of $",
  exclusiveMaximum: "must be < $",
  exclusiveMinimum: "must be > $",
  format: "must be a valid $",
  maxItems: "must have at most $ items",
  maxLength: "must have at most $ characters",
  maxProperties: "must have at most $ members",
  maximum: "must be <= $",
  minItems: "must have at least $ items",
  minLength: "must have at least $ characters",
  minProperties: "must have at least $ members",
  minimum: "must be >= $",
  multipleOf: "must be a multiple of $",
  never: "is not allowed",
  not: "matches a shape that is not allowed",
  oneOf: "matches not exactly one allowed shape",
  pattern: "must match $",
  propertyNames: "is not an allowed name",
  required: "is required",
  type: "must be of type $",
  unevaluatedItems: "is not a known item",
  unevaluatedProperties: "is not a known member",
  uniqueItems: "must not have equal items",
};

export function messageOf(code: IssueCode, expected: unknown): string {
  return MESSAGES[code].replace("$", () => describe(code, expected));
}

function describe(code: IssueCode, expected: unknown): string {
  if (code === "enum" && Array.isArray(expected)) return expected.map((value) => JSON.stringify(value)).join(", ");
  return String(expected);
}
