/**
 * What a rule of `diff` is: one kind of difference, what it is called, and whom it concerns. A rule looks at
 * pairs - of values, of members, of calls - and says what it found; who meets it, and in which direction, is not its business.
 */

import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { CallPair } from "./pairs/call.js";
import type { CapabilityPair } from "./pairs/capability.js";
import type { Level } from "./change.js";
import type { DefinitionPair } from "./pairs/definitions.js";
import type { MemberPair } from "./pairs/member.js";
import type { Sides } from "./side.js";
import type { ValuePair } from "./pairs/value.js";

/** Of who sends the value and of who reads it: a platform sends requests, a business answers. */
export interface FlowLevels {
  readonly sender: Level;
  readonly reader: Level;
}

/** Of what goes in no direction: an operation, a capability. */
export interface RoleLevels {
  readonly platform: Level;
  readonly business: Level;
}

export type Levels = FlowLevels | RoleLevels;

export interface Found {
  /** One sentence, without a full stop; what it is about is named beside it. */
  readonly message: string;
  /** Addresses among the viewed documents of each side; undefined where that side has nothing. */
  readonly before?: SchemaAddress | undefined;
  readonly after?: SchemaAddress | undefined;
  /** Where the rule's own do not hold: a member that is new in a closed object. */
  readonly levels?: Levels;
}

export interface Rule {
  /** In kebab case; reports, ignore files and `explain` name it so. */
  readonly id: string;
  /** One sentence. */
  readonly purpose: string;
  readonly levels: Levels;
  /** Two schemas of one value. */
  readonly values?: (pair: ValuePair) => Iterable<Found>;
  /** Two schemas of one value that have no type in common: nothing else is said of them. */
  readonly replacements?: (pair: ValuePair) => Iterable<Found>;
  /** The alternatives of a value on both sides. */
  readonly choices?: (pair: ValuePair) => Iterable<Found>;
  /** What is said of a value without ruling it, where it is used or where its type is defined. */
  readonly annotations?: (pair: ValuePair) => Iterable<Found>;
  /** It says the same whoever sends it: one change for all directions. */
  readonly hasNoDirection?: true;
  /** A member of two schemas of one object, there on one side at least. */
  readonly members?: (pair: MemberPair) => Iterable<Found>;
  /** Of what it finds in calls: whether it is sent with the call or with the answer; neither for the call itself. */
  readonly sentWith?: "call" | "answer";
  /** An operation, webhook or method, there on one side at least. */
  readonly calls?: (pair: CallPair, sides: Sides) => Iterable<Found>;
  readonly capabilities?: (pair: CapabilityPair) => Iterable<Found>;
  /** A named schema that moved, or that nothing leads to. */
  readonly definitions?: (pair: DefinitionPair) => Iterable<Found>;
}

/** Fewer values are allowed: what a sender sends may be refused. */
export const NARROWS: FlowLevels = Object.freeze({ sender: "breaking", reader: "safe" });
/** More values are allowed: a reader may get what it does not know. */
export const WIDENS: FlowLevels = Object.freeze({ sender: "safe", reader: "breaking" });
/** The same where a careful reader copes. */
export const WIDENS_MILDLY: FlowLevels = Object.freeze({ sender: "safe", reader: "dangerous" });
/** What is sent is lost on its way: a reader misses it, and a sender sends it for nothing. */
export const LOSES: FlowLevels = Object.freeze({ sender: "dangerous", reader: "breaking" });
/** Other values are allowed than before. */
export const REPLACES: FlowLevels = Object.freeze({ sender: "breaking", reader: "breaking" });
export const SAFE: FlowLevels = Object.freeze({ sender: "safe", reader: "safe" });
/** The same for what goes in no direction. */
export const SAFE_FOR_ROLES: RoleLevels = Object.freeze({ platform: "safe", business: "safe" });
