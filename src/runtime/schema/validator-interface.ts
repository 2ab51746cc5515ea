/**
 * The interfaces of validators and of the issues that they report. Declarations of generated code import this module alone: it has no
 * code, and it imports nothing, so that a compiler checks it at once.
 */

export interface Validator<Type> {
  /** True if the value is valid. */
  is(value: unknown): value is Type;
  /** Returns the issues of the value, at most `limit`. Empty if it is valid. */
  check(value: unknown, limit?: number): readonly Issue[];
  /** Returns the value itself. Throws `ValidationError` with the first issue. */
  parse(value: unknown): Type;
  /** Standard Schema v1 (https://standardschema.dev): the interface that form, RPC and agent libraries use. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "proto-gen";
    readonly validate: (value: unknown) => StandardResult<Type>;
    readonly types?: { readonly input: Type; readonly output: Type } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };

/** One rule that a value breaks. */
export interface Issue {
  /** JSONPath (RFC 9535) of the value concerned, as in a message's `path` (§2.3). */
  readonly path: string;
  readonly message: string;
  readonly code: IssueCode;
  /** JSON Pointer (RFC 6901) of the value concerned, or of the missing member. */
  readonly pointer: string;
  /** What the rule requires: a type, a bound, a pattern, the allowed values. */
  readonly expected: unknown;
  /** The capability that contributed the rule. Undefined for a type that belongs to no capability. */
  readonly capability: string | undefined;
  /** `$.line_items[0].id is required` */
  toString(): string;
  /** The form for logs and responses. */
  toJSON(): object;
}

/** The violated keyword of JSON Schema; `never` for a `false` schema. */
export type IssueCode =
  | "additionalProperties"
  | "anyOf"
  | "contains"
  | "dependentRequired"
  | "enum"
  | "exclusiveMaximum"
  | "exclusiveMinimum"
  | "format"
  | "maxItems"
  | "maxLength"
  | "maxProperties"
  | "maximum"
  | "minItems"
  | "minLength"
  | "minProperties"
  | "minimum"
  | "multipleOf"
  | "never"
  | "not"
  | "oneOf"
  | "pattern"
  | "propertyNames"
  | "required"
  | "type"
  | "unevaluatedItems"
  | "unevaluatedProperties"
  | "uniqueItems";
