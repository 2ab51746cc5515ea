/** The differences between two sides, and whom each affects: every report of `diff` is printed from these. */

import type { Diagnostic, SourceLocation } from "../errors.js";

/** `breaking`: existing code fails; `dangerous`: it may fail; `safe`: it goes on working. */
export type Level = "breaking" | "dangerous" | "safe";

/** From the gravest. */
export const LEVELS = ["breaking", "dangerous", "safe"] as const satisfies readonly Level[];

/** A platform calls, a business serves. */
export type Role = "platform" | "business";

export const ROLES = ["platform", "business"] as const satisfies readonly Role[];

/** For `profile` and `schema` the sender is unknown: their changes are judged both ways. */
export type ChangeDirection = "request" | "response" | "webhook" | "profile" | "schema";

/** One difference, however many operations it affects. */
export interface Change {
  /** Id of the rule that found it: `required-added`. */
  readonly rule: string;
  /** The gravest of the levels of the roles that were asked for. */
  readonly level: Level;
  readonly levels: Readonly<Record<Role, Level>>;
  /** The capability whose schema it is; undefined for types that several share and for the profile. */
  readonly capability: string | undefined;
  /** Undefined for what has none: an operation, a capability, a file. */
  readonly direction: ChangeDirection | undefined;
  /** Ids of the operations it affects, in order. */
  readonly operations: readonly string[];
  /**
   * The path in the payload, `line_items[].quantity`, empty for the whole; else the operation, parameter, capability or
   * file.
   */
  readonly subject: string;
  /** One sentence, without a full stop. */
  readonly message: string;
  /** In the old side's text; undefined for additions. */
  readonly before: SourceLocation | undefined;
  readonly after: SourceLocation | undefined;
  /** The same in every run, even if lines move: 16 hex digits. */
  readonly fingerprint: string;
}

/** One of the two sides, as reports name it. */
export interface SideSummary {
  /** As it was named: `2026-11-20`, `git:v1:schemas`. */
  readonly name: string;
  /** The directory, manifest or ref that it is. */
  readonly source: string;
  /** The protocol's version on this side: a date or `draft`. */
  readonly version: string;
}

export interface Comparison {
  readonly before: SideSummary;
  readonly after: SideSummary;
  /** The role that was asked for; undefined for both. */
  readonly role: Role | undefined;
  /** By capability, level, subject and rule. */
  readonly changes: readonly Change[];
  /** Warnings of entries that compose nothing, so that what they add is not compared. */
  readonly notices: readonly Diagnostic[];
}

export function gravest(levels: readonly Level[]): Level {
  return LEVELS.find((level) => levels.includes(level)) ?? "safe";
}
