/**
 * A simple keyword holds no schemas: a bound, a length, a count, a pattern, a format. One definition says all that
 * the generator knows about it, from what an author may write to what a change of it means. A stage loops over
 * `SIMPLE_KEYWORDS` and knows none of them by name.
 */

import type * as codegen from "@proto-gen/runtime/codegen/v1";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Code } from "../source/code.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Identifier } from "../text/identifier.js";

/** One keyword's value and the schema that contributed it. */
export interface Rule<Value> {
  readonly value: Value;
  readonly origin: SchemaAddress;
}

/** The rules of a node, by simple keyword: one where two merge to one, a list where all of them hold. */
export interface SimpleRules {
  readonly minimum: Rule<number> | undefined;
  readonly exclusiveMinimum: Rule<number> | undefined;
  readonly maximum: Rule<number> | undefined;
  readonly exclusiveMaximum: Rule<number> | undefined;
  readonly multipleOf: readonly Rule<number>[];
  readonly minLength: Rule<number> | undefined;
  readonly maxLength: Rule<number> | undefined;
  readonly pattern: readonly Rule<string>[];
  readonly format: readonly Rule<string>[];
  readonly minItems: Rule<number> | undefined;
  readonly maxItems: Rule<number> | undefined;
  readonly uniqueItems: Rule<true> | undefined;
  readonly minProperties: Rule<number> | undefined;
  readonly maxProperties: Rule<number> | undefined;
}

export type SimpleKeywordName = keyof SimpleRules;

/** The value that a rule of a keyword has. */
export type KeywordValue<Name extends SimpleKeywordName> =
  NonNullable<SimpleRules[Name]> extends Rule<infer Value>
    ? Value
    : NonNullable<SimpleRules[Name]> extends readonly Rule<infer Value>[]
      ? Value
      : never;

/** Values of the type that a keyword applies to; values of other types satisfy it (JSON Schema 2020-12 §7.6.1). */
export interface Subjects {
  readonly number: number;
  readonly string: string;
  readonly array: readonly Json[];
  readonly object: JsonObject;
}

export type SubjectType = keyof Subjects;

/** The value that a generated check looks at, and what its source may use. */
export interface PrintedSubject {
  readonly value: Identifier;
  /** The other rules of the same node. */
  readonly rules: SimpleRules;
  readonly assertFormats: boolean;
  /** The local name of something that the runtime exports to generated code. */
  runtime(name: keyof typeof codegen): Identifier;
  /** The constant of the module that holds a compiled pattern. */
  patternConstant(pattern: string): Identifier;
}

/** The source of a rule: it is broken where all conditions hold. */
export interface PrintedRule {
  readonly conditions: readonly Code[];
  /** The value that the issue says was expected; none where the rule's name says it. */
  readonly expected?: Code;
}

/** How a value is judged without generated code. */
export interface JudgeLimits {
  readonly assertFormats: boolean;
  readonly budget: { spend(cost: number): void };
}

/** The values of one type that examples are looked for among. */
export interface SampleLimits {
  /** The least and the greatest number, length or count. */
  readonly low: number;
  readonly high: number;
  readonly divisors: readonly number[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly areItemsUnique: boolean;
}

/** A bound in words, and with which other bounds of a schema it competes. */
export interface Bound {
  readonly kind: "bound";
  /** `least length`: two keywords of one name bound the same thing. */
  readonly what: string;
  readonly isLower: boolean;
  readonly isExclusive: boolean;
  /** A lower bound that refuses nothing: no length is below zero. */
  readonly least?: number | undefined;
}

/** All rules of a keyword that two schemas have. */
export interface RuleComparison<Value> {
  readonly kind: "rules";
  /** Compares both ways: which list refuses values that the other allows. */
  compare(before: readonly Value[], after: readonly Value[]): Difference;
}

export interface Difference {
  readonly isTighter: boolean;
  readonly isLooser: boolean;
}

/** @typeParam Rules how a node keeps them: as one rule, or as a list */
export interface SimpleKeyword<Value, Rules> {
  readonly appliesTo: SubjectType;
  /** Generated checks test it after the items or members, since it costs more than they do. */
  readonly isTestedLast?: true;

  /** Returns what is wrong with the value that an author wrote; undefined where nothing is. */
  check(value: Json): string | undefined;
  /** Reads a value that `check` accepts; undefined where it refuses nothing. */
  read(value: Json): Value | undefined;
  /** Merges a rule into those of the same node. */
  merge(known: Rules, rule: Rule<Value>): Rules;
  /** Prints the rule for a generated check; undefined where it refuses nothing. */
  print(limit: Value, subject: PrintedSubject): PrintedRule | undefined;
  /** Decides what the printed rule decides. */
  satisfies(value: Subjects[SubjectType], limit: Value, limits: JudgeLimits): boolean;
  /** Narrows where examples are looked for. */
  narrow(limits: SampleLimits, limit: Value): SampleLimits;
  /** A schema whose values all break the rule; undefined where that takes more than keywords. */
  negate(limit: Value): JsonObject | undefined;
  readonly comparison: Bound | RuleComparison<Value>;
}

export type KeywordOf<Name extends SimpleKeywordName> = SimpleKeyword<
  KeywordValue<Name>,
  SimpleRules[Name]
>;

/** A keyword of which two rules of a node merge to the tighter one. */
export type BoundKeyword = SimpleKeyword<number, Rule<number> | undefined>;

/** The rules that a node has of one keyword, as a list. */
export function listRules<Value>(
  rules: Rule<Value> | readonly Rule<Value>[],
): readonly Rule<Value>[] {
  return Array.isArray(rules) ? (rules as readonly Rule<Value>[]) : [rules as Rule<Value>];
}

/** Adds a rule to a list, unless it repeats one of them. */
export function addDistinct<Value>(
  known: readonly Rule<Value>[],
  rule: Rule<Value>,
): readonly Rule<Value>[] {
  return known.some(({ value }) => value === rule.value) ? known : [...known, rule];
}

/** Compares lists whose values all hold, as sets. */
export function compareSets<Value>(before: readonly Value[], after: readonly Value[]): Difference {
  return {
    isTighter: after.some((each) => !before.includes(each)),
    isLooser: before.some((each) => !after.includes(each)),
  };
}
