/**
 * The rules that a value can break, one for each asserting keyword. Checks refer to them individually, so that
 * bundles only include the texts they use.
 */

import type { Rule } from "./issue.js";

export const additionalPropertiesRule: Rule = {
  code: "additionalProperties",
  text: "is not a known member",
};
export const anyOfRule: Rule = { code: "anyOf", text: "matches no allowed shape" };
export const containsRule: Rule = {
  code: "contains",
  text: "has too few or too many matching items",
};
export const dependentRequiredRule: Rule = {
  code: "dependentRequired",
  text: "is required because of ",
};
export const enumRule: Rule = { code: "enum", text: "must be one of " };
export const exclusiveMaximumRule: Rule = { code: "exclusiveMaximum", text: "must be < " };
export const exclusiveMinimumRule: Rule = { code: "exclusiveMinimum", text: "must be > " };
export const formatRule: Rule = { code: "format", text: "must be a valid " };
export const maxItemsRule: Rule = {
  code: "maxItems",
  text: "must have at most ",
  noun: " items",
};
export const maxLengthRule: Rule = {
  code: "maxLength",
  text: "must have at most ",
  noun: " characters",
};
export const maxPropertiesRule: Rule = {
  code: "maxProperties",
  text: "must have at most ",
  noun: " members",
};
export const maximumRule: Rule = { code: "maximum", text: "must be <= " };
export const minItemsRule: Rule = {
  code: "minItems",
  text: "must have at least ",
  noun: " items",
};
export const minLengthRule: Rule = {
  code: "minLength",
  text: "must have at least ",
  noun: " characters",
};
export const minPropertiesRule: Rule = {
  code: "minProperties",
  text: "must have at least ",
  noun: " members",
};
export const minimumRule: Rule = { code: "minimum", text: "must be >= " };
export const multipleOfRule: Rule = { code: "multipleOf", text: "must be a multiple of " };
/** A `false` schema. */
export const neverRule: Rule = { code: "never", text: "is not allowed" };
export const notRule: Rule = { code: "not", text: "matches a shape that is not allowed" };
export const oneOfRule: Rule = { code: "oneOf", text: "must match exactly one allowed shape" };
export const patternRule: Rule = { code: "pattern", text: "must match " };
export const propertyNamesRule: Rule = {
  code: "propertyNames",
  text: "is not an allowed name",
};
export const requiredRule: Rule = { code: "required", text: "is required" };
export const typeRule: Rule = { code: "type", text: "must be of type " };
export const unevaluatedItemsRule: Rule = {
  code: "unevaluatedItems",
  text: "is not a known item",
};
export const unevaluatedPropertiesRule: Rule = {
  code: "unevaluatedProperties",
  text: "is not a known member",
};
export const uniqueItemsRule: Rule = { code: "uniqueItems", text: "must not have equal items" };
