/**
 * A rule of `diff` covers one kind of difference. Everything about it is one value in one file of `rules/`: how it is
 * documented, whom it affects, and its checks. A check sees a pair - of values, members, calls - and yields matches; it
 * does not know in which direction or operations the pair occurs.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { CallPair } from "./pairs/call.js";
import type { CapabilityPair } from "./pairs/capability.js";
import type { Level } from "./change.js";
import type { NamedSchemaPair } from "./pairs/named-schemas.js";
import type { MemberPair } from "./pairs/member.js";
import type { Sides } from "./side.js";
import type { ValuePair } from "./pairs/value.js";

/** Levels for whoever sends a value and for whoever reads it: platforms send requests, businesses send responses. */
export interface FlowLevels {
  readonly sender: Level;
  readonly reader: Level;
}

/** Levels of changes without a direction: of an operation, a capability. */
export interface RoleLevels {
  readonly platform: Level;
  readonly business: Level;
}

export type Levels = FlowLevels | RoleLevels;

export interface RuleMatch {
  /** One sentence without a full stop. Reports print the subject beside it. */
  readonly message: string;
  /** Addresses in the viewed documents of each side; undefined on a side that lacks the thing. */
  readonly before?: SchemaAddress | undefined;
  readonly after?: SchemaAddress | undefined;
  /** Instead of the rule's own: for a new member of a closed object. */
  readonly levels?: Levels | undefined;
  /** Given where the levels do not show it: a reader loses a member that is gone, although no payload is refused. */
  readonly effect?: ValueEffect;
}

/** A change can make the set of valid values smaller, larger, or both. */
export interface ValueEffect {
  readonly mayRefuse: boolean;
  readonly mayAllow: boolean;
}

/** The description of a rule that `explain`, the documentation and SARIF print. */
interface RuleDescription<Id extends string> {
  /** In kebab case. Reports, ignore files and `explain` use it. */
  readonly id: Id;
  /** One sentence: what the rule finds. */
  readonly purpose: string;
  /** Why the rule has its levels, and what to do about a finding: one to three sentences. */
  readonly why: string;
  readonly levels: Levels;
  /** The finding is the same whoever sends the value: one change for all directions. */
  readonly hasNoDirection?: true;
  /** The rule compares texts for people: two conditions that differ in nothing else are the same. */
  readonly isTextOnly?: true;
  /** The message that a call's finding is about; absent where it is about the call itself. */
  readonly sentWith?: "request" | "response";
}

/** The schema of one member, before and after a change that the rule finds. */
export interface SchemaExample {
  readonly before: Json;
  readonly after: Json;
}

/** The checks of schemas: where one schema changes, at most these have something to say. */
interface SchemaChecks {
  /** Two schemas of one value. */
  readonly values?: (pair: ValuePair) => Iterable<RuleMatch>;
  /** Two schemas of one value that have no type in common: no other check runs on them. */
  readonly replacements?: (pair: ValuePair) => Iterable<RuleMatch>;
  /** Two schemas of one value with a type in common, whether or not one of them is a union. */
  readonly forms?: (pair: ValuePair) => Iterable<RuleMatch>;
  /** The alternatives of a value on both sides. */
  readonly choices?: (pair: ValuePair) => Iterable<RuleMatch>;
  /** Two schemas of one value that differ by more than the other checks told. */
  readonly remainders?: (pair: RemainderPair) => Iterable<RuleMatch>;
  /** Annotations of a value, both where it is used and where its type is defined. */
  readonly annotations?: (pair: ValuePair) => Iterable<RuleMatch>;
  /** A member of two schemas of one object, there on one side at least. */
  readonly members?: (pair: MemberPair) => Iterable<RuleMatch>;
}

/** The checks of what a release declares around its schemas. */
interface ReleaseChecks {
  /** An operation, webhook or method, there on one side at least. */
  readonly calls?: (pair: CallPair, sides: Sides) => Iterable<RuleMatch>;
  readonly capabilities?: (pair: CapabilityPair) => Iterable<RuleMatch>;
  /** A named schema that moved, or that nothing references. */
  readonly definitions?: (pair: NamedSchemaPair) => Iterable<RuleMatch>;
}

/** It is not proven that a side has all values of the other, and no change says that it might not. */
export interface RemainderPair extends ValuePair, ValueEffect {}

export interface Rule<Id extends string = string>
  extends RuleDescription<Id>, SchemaChecks, ReleaseChecks {
  /** Undefined for rules that a member's schema cannot show. */
  readonly example?: SchemaExample;
}

type AtLeastOne<Checks> = {
  [Name in keyof Checks]-?: Required<Pick<Checks, Name>> & Omit<Checks, Name>;
}[keyof Checks];

/** A rule that checks schemas has to show an example of one; any rule has to check something. */
type RuleDefinition<Id extends string> = RuleDescription<Id> &
  (
    | (AtLeastOne<SchemaChecks> & ReleaseChecks & { readonly example: SchemaExample })
    | (AtLeastOne<ReleaseChecks> & {
        readonly [Name in keyof SchemaChecks | "example"]?: never;
      })
  );

/** Keeps the id as a literal type, so that tables of tests must have an entry for each rule. */
export function defineRule<const Id extends string>(rule: RuleDefinition<Id>): Rule<Id> {
  return Object.freeze(rule);
}

/** Schemas that examples begin with. */
export const TEXT_SCHEMA = Object.freeze({ type: "string" });
export const OBJECT_SCHEMA = Object.freeze({
  type: "object",
  properties: { a: TEXT_SCHEMA, b: TEXT_SCHEMA },
});

/** Fewer values are allowed: what a sender sends may be refused. */
export const NARROWS: FlowLevels = Object.freeze({ sender: "breaking", reader: "safe" });
/** More values are allowed: a reader may receive one that it does not know. */
export const WIDENS: FlowLevels = Object.freeze({ sender: "safe", reader: "breaking" });
/** As `WIDENS`, where a careful reader copes. */
export const WIDENS_MILDLY: FlowLevels = Object.freeze({ sender: "safe", reader: "dangerous" });
/** A value is no longer defined: readers miss it, senders send it in vain. */
export const LOSES: FlowLevels = Object.freeze({ sender: "dangerous", reader: "breaking" });
/** Other values are allowed than before. */
export const REPLACES: FlowLevels = Object.freeze({ sender: "breaking", reader: "breaking" });
export const SAFE: FlowLevels = Object.freeze({ sender: "safe", reader: "safe" });
/** As `SAFE`, for changes without a direction. */
export const SAFE_FOR_ROLES: RoleLevels = Object.freeze({ platform: "safe", business: "safe" });
