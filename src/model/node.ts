/**
 * The intermediate representation: what one instance must satisfy, with `allOf` and `$ref` merged
 * into one node where they can be. Validators, types and reports are all printed from it.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { OwnedValue } from "../compose/open-enums/anchored-values.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Rule, SimpleRules } from "../keywords/simple-keyword.js";
import { NO_SIMPLE_RULES } from "../keywords/simple-keywords.js";
import type { Visibility } from "../json-schema/visibility.js";

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** A definition: a schema that is called by name. */
export interface Definition {
  /** Stable identity: the address of the schema, with its dynamic scope where that matters. */
  readonly key: string;
  readonly origin: SchemaAddress;
  /** Lowered on first use, so that recursion ends. */
  readonly node: Node;
  /** The type that this one builds on; undefined for most. */
  readonly layers?: Layers | undefined;
  /** The capabilities that add values to open enums below it; none for most. */
  readonly valueOwners?: readonly string[];
  /** The documents that add to the first schema, if several schemas of one value are merged under its name. */
  readonly mergedFrom?: readonly string[] | undefined;
}

/** A definition that is another one and what extensions add: its type extends the other's. */
export interface Layers {
  readonly base: Definition;
  /** The members that are added, or said more of, each with all that is said of it. */
  readonly members: ReadonlyMap<string, Property>;
  /** Those of `members` that the base declares too, as the base declares them. */
  readonly inherited: ReadonlyMap<string, Property>;
  /** The addition, where the node refers to it and to the base; undefined where the node has all rules. */
  readonly addition: Definition | undefined;
  /** Base and addition as one node. */
  readonly whole: Node;
  /** The base of the base, and so on: it has no layers that stay apart. */
  readonly root: Definition;
}

/**
 * All rules of a definition in one node, whatever it is made of.
 *
 * @example
 * ```ts
 * import { wholeNode, type NamedType } from "proto-gen/emitter/v1";
 *
 * // The members of a type.
 * export function membersOf({ definition }: NamedType): readonly string[] {
 *   return [...wholeNode(definition).properties.keys()];
 * }
 * ```
 */
export function wholeNode({ node, layers }: Definition): Node {
  return layers?.whole ?? node;
}

export interface Property {
  readonly node: Node;
  readonly required: SchemaAddress | undefined;
  /** The schemas that declare it, first the one that introduced it. */
  readonly origins: readonly SchemaAddress[];
  /** Its states, if the active extensions decide which it has; undefined for most members. */
  readonly contested?: ContestedProperty;
}

/** The state of a member for one platform: `unset` where no active extension, nor the base, annotates it. */
export type MemberState = Visibility | "unset";

export const MEMBER_STATES: readonly MemberState[] = ["unset", "optional", "required", "omit"];

/** A member whose visibility the active extensions decide (DESIGN §6). */
export interface ContestedProperty {
  /** The states that require it, and the schema that says so. */
  readonly required: Rule<ReadonlySet<MemberState>>;
  /** The rules of its value where the instance does not have the member: those that close the object, say. */
  readonly omitted: Node;
  /** True where some schema declares it even then. */
  readonly isDeclared: boolean;
}

/** The values of an enum that are not the release's. */
export interface OwnedValues {
  readonly values: readonly OwnedValue[];
  /** True where each is allowed only while one of its capabilities is active: in a part of a shape. */
  readonly isConditional: boolean;
}

export interface Contains {
  readonly node: Node;
  readonly min: number;
  readonly max: number | undefined;
  readonly origin: SchemaAddress;
}

export interface Conditional {
  readonly if: Node;
  readonly then: Node | undefined;
  readonly else: Node | undefined;
}

export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly default?: Json;
  readonly examples?: readonly Json[];
}

/** The contents of a text, by keyword (JSON Schema 2020-12 Validation §8): nothing that a validator checks. */
export type Content = Readonly<Partial<Record<ContentKeyword, Rule<Json>>>>;

export const CONTENT_KEYWORDS = ["contentEncoding", "contentMediaType", "contentSchema"] as const;

export type ContentKeyword = (typeof CONTENT_KEYWORDS)[number];

/** Two schemas of one instance that leave it no type or no value. */
export interface Conflict {
  readonly first: SchemaAddress;
  readonly second: SchemaAddress;
  /** The value that each demands, as its author wrote it. */
  readonly wants: readonly [string, string];
}

/**
 * All that constrains the values of a node. A stage that treats each of them has a table of all
 * (`satisfies { [Name in keyof NodeRules]: ... }`), so that the compiler names every place where a new one is missing.
 */
export interface NodeRules extends SimpleRules {
  /** A `false` schema: nothing satisfies it. */
  readonly never: SchemaAddress | undefined;
  readonly types: Rule<readonly JsonType[]> | undefined;
  /** `const` and `enum`, intersected. */
  readonly values: Rule<readonly Json[]> | undefined;
  /** Definitions that apply in place and keep their identity. */
  readonly references: readonly Definition[];

  readonly prefixItems: readonly Node[];
  readonly items: Node | undefined;
  readonly contains: readonly Contains[];

  readonly properties: ReadonlyMap<string, Property>;
  readonly patternProperties: readonly {
    readonly pattern: string;
    readonly node: Node;
    readonly origin: SchemaAddress;
  }[];
  readonly additionalProperties: Node | undefined;
  readonly propertyNames: readonly Node[];
  readonly dependentRequired: readonly {
    readonly name: string;
    readonly required: Rule<readonly string[]>;
    /** Those of the required names that the active extensions may omit. */
    readonly contested?: ReadonlySet<string>;
  }[];
  readonly dependentSchemas: readonly { readonly name: string; readonly node: Node }[];

  readonly anyOf: readonly (readonly Node[])[];
  readonly oneOf: readonly (readonly Node[])[];
  readonly not: readonly Node[];
  readonly conditionals: readonly Conditional[];
  readonly unevaluatedProperties: Node | undefined;
  readonly unevaluatedItems: Node | undefined;
}

export interface Node extends NodeRules {
  readonly origin: SchemaAddress;
  readonly conflicts: readonly Conflict[];
  readonly annotations: Annotations;
  readonly content: Content;
  /** The values that capabilities add, for each open enum of the node. */
  readonly ownedValues: readonly OwnedValues[];
}

/** The rules of a schema that says nothing, in the order in which what they hold is visited; names follow it. */
export const NO_RULES: NodeRules = Object.freeze({
  ...NO_SIMPLE_RULES,
  never: undefined,
  types: undefined,
  values: undefined,
  references: [],
  properties: new Map(),
  patternProperties: [],
  additionalProperties: undefined,
  propertyNames: [],
  prefixItems: [],
  items: undefined,
  contains: [],
  dependentRequired: [],
  dependentSchemas: [],
  anyOf: [],
  oneOf: [],
  not: [],
  conditionals: [],
  unevaluatedProperties: undefined,
  unevaluatedItems: undefined,
} satisfies { readonly [Name in keyof NodeRules]: NodeRules[Name] });

/** A function of every rule that a node can have: what one stage does with it. */
export type RuleTable<Result> = {
  readonly [Name in keyof NodeRules]: (rule: NonNullable<NodeRules[Name]>) => Result;
};

const RULE_NAMES = Object.keys(NO_RULES) as readonly (keyof NodeRules)[];

/** The values of the rules in `RULE_NAMES` where a schema says nothing. */
const ABSENT_RULES = RULE_NAMES.map((name) => NO_RULES[name]);

const presentRules = new WeakMap<NodeRules, readonly (keyof NodeRules)[]>();

/**
 * The names of the rules that a node has, in the order of `NO_RULES`; found once for each node.
 *
 * @example
 * ```ts
 * import { rulesIn, type Node } from "proto-gen/emitter/v1";
 *
 * // True for a node with rules that this emitter cannot express.
 * export function needsMore(node: Node): boolean {
 *   return rulesIn(node).some((rule) => rule === "conditionals" || rule === "not");
 * }
 * ```
 */
export function rulesIn(node: NodeRules): readonly (keyof NodeRules)[] {
  const known = presentRules.get(node);
  if (known !== undefined) return known;
  const found: (keyof NodeRules)[] = [];
  for (let index = 0; index < RULE_NAMES.length; index++) {
    const name = RULE_NAMES[index]!;
    const rule = node[name];
    if (rule !== ABSENT_RULES[index] && !isAbsent(rule)) found.push(name);
  }
  presentRules.set(node, found);
  return found;
}

export const ANNOTATIONS = [
  "title",
  "description",
  "deprecated",
  "readOnly",
  "writeOnly",
  "default",
  "examples",
] as const satisfies readonly (keyof Annotations)[];

/** A type, or references: what a node can have beside nothing else and be simple. */
const SIMPLE: ReadonlySet<keyof NodeRules> = new Set(["types", "references"]);

/** True where a node has no rule beyond `types`, `references` and those that the caller looks at itself. */
export function isSimple(node: NodeRules, ...seen: readonly (keyof NodeRules)[]): boolean {
  return rulesIn(node).every((name) => SIMPLE.has(name) || seen.includes(name));
}

/** True for the value that a schema without the rule has. */
export function isAbsent(rule: NodeRules[keyof NodeRules]): boolean {
  if (rule === undefined) return true;
  if (Array.isArray(rule)) return rule.length === 0;
  return rule instanceof Map && rule.size === 0;
}

/** The entries of a table that has one for each rule, in its order. */
export function ruleEntries<Entry>(
  table: Readonly<Record<keyof NodeRules, Entry>>,
): readonly (readonly [keyof NodeRules, Entry])[] {
  return Object.entries(table) as [keyof NodeRules, Entry][];
}

/**
 * True where every value satisfies the node.
 *
 * @example
 * ```ts
 * import { isUnconstrained, type Node } from "proto-gen/emitter/v1";
 *
 * // True for lists of anything.
 * export function isListOfAnything({ items }: Node): boolean {
 *   return items === undefined || isUnconstrained(items);
 * }
 * ```
 */
export function isUnconstrained(node: Node): boolean {
  return node.types === undefined && node.references.length === 0 && isSimple(node);
}

/**
 * The one definition that a node stands for, where it adds nothing of its own.
 *
 * @example
 * ```ts
 * import { soleReference, type Model, type NamedType, type Node } from "proto-gen/emitter/v1";
 *
 * // The type that a member refers to.
 * export function referredType(model: Model, node: Node): NamedType | undefined {
 *   const definition = soleReference(node);
 *   return definition && model.typeOf(definition);
 * }
 * ```
 */
export function soleReference(node: Node): Definition | undefined {
  return node.references.length === 1 && node.types === undefined && isSimple(node)
    ? node.references[0]
    : undefined;
}

/**
 * The types that a value of this node may have; undefined for all.
 *
 * @example
 * ```ts
 * import { typesOf, type Node } from "proto-gen/emitter/v1";
 *
 * // True for a node whose values are texts.
 * export function isText(node: Node): boolean {
 *   return typesOf(node)?.every((type) => type === "string") ?? false;
 * }
 * ```
 */
export function typesOf(node: Node): readonly JsonType[] | undefined {
  return node.types?.value;
}
