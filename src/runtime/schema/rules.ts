/**
 * The rules that a value can break, one for each asserting keyword. Checks refer to them individually, so that
 * bundles only include the texts they use.
 */

export const additionalPropertiesRule = {
  code: "additionalProperties",
  text: "is not a known member",
} as const;
export const anyOfRule = { code: "anyOf", text: "matches no allowed shape" } as const;
export const containsRule = {
  code: "contains",
  text: "has too few or too many matching items",
} as const;
export const dependentRequiredRule = {
  code: "dependentRequired",
  text: "is required because of ",
} as const;
export const enumRule = { code: "enum", text: "must be one of " } as const;
export const exclusiveMaximumRule = { code: "exclusiveMaximum", text: "must be < " } as const;
export const exclusiveMinimumRule = { code: "exclusiveMinimum", text: "must be > " } as const;
export const formatRule = { code: "format", text: "must be a valid " } as const;
export const maxItemsRule = {
  code: "maxItems",
  text: "must have at most ",
  noun: " items",
} as const;
export const maxLengthRule = {
  code: "maxLength",
  text: "must have at most ",
  noun: " characters",
} as const;
export const maxPropertiesRule = {
  code: "maxProperties",
  text: "must have at most ",
  noun: " members",
} as const;
export const maximumRule = { code: "maximum", text: "must be <= " } as const;
export const minItemsRule = {
  code: "minItems",
  text: "must have at least ",
  noun: " items",
} as const;
export const minLengthRule = {
  code: "minLength",
  text: "must have at least ",
  noun: " characters",
} as const;
export const minPropertiesRule = {
  code: "minProperties",
  text: "must have at least ",
  noun: " members",
} as const;
export const minimumRule = { code: "minimum", text: "must be >= " } as const;
export const multipleOfRule = { code: "multipleOf", text: "must be a multiple of " } as const;
/** A `false` schema. */
export const neverRule = { code: "never", text: "is not allowed" } as const;
export const notRule = { code: "not", text: "matches a shape that is not allowed" } as const;
export const oneOfRule = { code: "oneOf", text: "must match exactly one allowed shape" } as const;
export const patternRule = { code: "pattern", text: "must match " } as const;
export const propertyNamesRule = {
  code: "propertyNames",
  text: "is not an allowed name",
} as const;
export const requiredRule = { code: "required", text: "is required" } as const;
export const typeRule = { code: "type", text: "must be of type " } as const;
export const unevaluatedItemsRule = {
  code: "unevaluatedItems",
  text: "is not a known item",
} as const;
export const unevaluatedPropertiesRule = {
  code: "unevaluatedProperties",
  text: "is not a known member",
} as const;
export const uniqueItemsRule = { code: "uniqueItems", text: "must not have equal items" } as const;
