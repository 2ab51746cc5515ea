/** The list of simple keywords, in the order in which rules are tested, and what the stages ask of the list. */

import { exclusiveMaximum, exclusiveMinimum, maximum, minimum } from "./bounds.js";
import { maxItems, maxProperties, minItems, minProperties } from "./counts.js";
import { format } from "./format.js";
import { maxLength, minLength } from "./lengths.js";
import { multipleOf } from "./multiple-of.js";
import { pattern } from "./pattern.js";
import {
  listRules,
  type Bound,
  type Rule,
  type SampleLimits,
  type KeywordOf,
  type KeywordValue,
  type SimpleKeyword,
  type SimpleKeywordName,
  type SimpleRules,
  type SubjectType,
} from "./simple-keyword.js";
import { uniqueItems } from "./unique-items.js";

/** The compiler asks for a definition of every keyword that `SimpleRules` has. */
export const SIMPLE_KEYWORDS = {
  minimum,
  exclusiveMinimum,
  maximum,
  exclusiveMaximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  minProperties,
  maxProperties,
  uniqueItems,
  pattern,
  format,
  multipleOf,
} as const satisfies { readonly [Name in SimpleKeywordName]: KeywordOf<Name> };

/** A keyword whose own name is not known where it is used. */
export type AnyKeyword = SimpleKeyword<AnyValue, unknown>;

type AnyValue = { [Name in SimpleKeywordName]: KeywordValue<Name> }[SimpleKeywordName];

export interface NamedKeyword {
  readonly name: SimpleKeywordName;
  readonly keyword: AnyKeyword;
}

export const SIMPLE_KEYWORD_LIST: readonly NamedKeyword[] = Object.entries(SIMPLE_KEYWORDS).map(
  ([name, keyword]) => ({ name: name as SimpleKeywordName, keyword: keyword as AnyKeyword }),
);

/** The keywords that apply to values of a type, in their order. */
export const KEYWORDS_BY_TYPE: Readonly<Record<SubjectType, readonly NamedKeyword[]>> = {
  number: appliedTo("number"),
  string: appliedTo("string"),
  array: appliedTo("array"),
  object: appliedTo("object"),
};

function appliedTo(type: SubjectType): readonly NamedKeyword[] {
  return SIMPLE_KEYWORD_LIST.filter(({ keyword }) => keyword.appliesTo === type);
}

/** The keywords that bound a number, a length or a count. */
export const BOUNDS: readonly (NamedKeyword & { readonly bound: Bound })[] =
  SIMPLE_KEYWORD_LIST.flatMap((each) =>
    each.keyword.comparison.kind === "bound" ? [{ ...each, bound: each.keyword.comparison }] : [],
  );

export const NO_SIMPLE_RULES: SimpleRules = Object.freeze({
  minimum: undefined,
  exclusiveMinimum: undefined,
  maximum: undefined,
  exclusiveMaximum: undefined,
  minLength: undefined,
  maxLength: undefined,
  minItems: undefined,
  maxItems: undefined,
  minProperties: undefined,
  maxProperties: undefined,
  uniqueItems: undefined,
  pattern: [],
  format: [],
  multipleOf: [],
});

/** The same entry for each simple keyword, to be spread into a table of all rules. */
export function forEachSimpleKeyword<Entry>(entry: Entry): {
  readonly [Name in SimpleKeywordName]: Entry;
} {
  const entries = SIMPLE_KEYWORD_LIST.map(({ name }) => [name, entry]);
  return Object.fromEntries(entries) as { readonly [Name in SimpleKeywordName]: Entry };
}

const NONE: readonly Rule<never>[] = [];

/** The rules that a keyword has, be it one or several. */
export function rulesOf(rules: SimpleRules, name: SimpleKeywordName): readonly Rule<AnyValue>[] {
  const own = rules[name];
  if (own === undefined) return NONE;
  return listRules<AnyValue>(own);
}

const ALL_SAMPLES: SampleLimits = {
  low: -Infinity,
  high: Infinity,
  divisors: [],
  patterns: [],
  formats: [],
  areItemsUnique: false,
};

/** The limits of values of a type that satisfy the simple rules of all nodes. */
export function sampleLimits(nodes: readonly SimpleRules[], type: SubjectType): SampleLimits {
  let limits = ALL_SAMPLES;
  for (const { name, keyword } of KEYWORDS_BY_TYPE[type])
    for (const node of nodes)
      for (const { value } of rulesOf(node, name)) limits = keyword.narrow(limits, value);
  return limits;
}
