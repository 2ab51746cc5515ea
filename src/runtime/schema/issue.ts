/**
 * An issue: one rule that a value breaks. In: what a compiled check saw. Out: code, JSON pointer,
 * and on demand JSONPath and message, so that nothing is formatted for nobody.
 */

import { jsonPath, tokensOf } from "./json-path.js";
import { messageOf } from "./message.js";

/** The keyword of JSON Schema that was broken; `never` for a `false` schema. */
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

/** Which capability contributed the members of a type, where it is not the type's own. */
export interface Attribution {
  /** The capability of the member itself. */
  readonly "": string;
  /** Below: members by name, `*` for items and for the members of a map. */
  readonly [member: string]: string | Attribution;
}

export class Issue {
  readonly code: IssueCode;
  /** What the rule wanted: a type, a bound, a pattern, the allowed values. */
  readonly expected: unknown;
  readonly #attribution: Attribution | undefined;
  #pointer: string;

  constructor(
    code: IssueCode,
    pointer: string,
    expected: unknown,
    attribution: Attribution | undefined,
  ) {
    this.code = code;
    this.#pointer = pointer;
    this.expected = expected;
    this.#attribution = attribution;
  }

  /** JSON pointer (RFC 6901) of the value concerned; of the missing member, where one is missing. */
  get pointer(): string {
    return this.#pointer;
  }

  /** The value that was checked stands at `at` in a larger one: for checks, on their way back. */
  moveUnder(at: string): void {
    this.#pointer = at + this.#pointer;
  }

  /** JSONPath (RFC 9535) of the value: the form of a message's `path` (§2.3). */
  get path(): string {
    return jsonPath(this.pointer);
  }

  get message(): string {
    return messageOf(this.code, this.expected);
  }

  /** The capability that contributed the rule; undefined for a type of no capability. */
  get capability(): string | undefined {
    return this.#attribution && attribute(this.#attribution, this.pointer);
  }

  /** What a log or an answer shows of it. */
  toJSON(): Record<string, unknown> {
    return {
      code: this.code,
      pointer: this.pointer,
      path: this.path,
      message: this.message,
      capability: this.capability,
    };
  }
}

function attribute(attribution: Attribution, pointer: string): string {
  let current: string | Attribution = attribution;
  let capability = attribution[""];
  for (const token of tokensOf(pointer)) {
    const next: string | Attribution | undefined = own(current, token) ?? own(current, "*");
    if (next === undefined) return capability;
    current = next;
    capability = typeof next === "string" ? next : next[""] || capability;
  }
  return capability;
}

function own(attribution: string | Attribution, token: string): string | Attribution | undefined {
  return typeof attribution === "object" && token !== "" && Object.hasOwn(attribution, token)
    ? attribution[token]
    : undefined;
}
