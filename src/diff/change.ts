/** What differs between two sides, and for whom: what every report of `diff` is printed from. */

import type { SourceLocation } from "../errors.js";

/** `breaking`: what worked does not; `dangerous`: it may not; `safe`: it does. */
export type Level = "breaking" | "dangerous" | "safe";

/** From the gravest. */
export const LEVELS = ["breaking", "dangerous", "safe"] as const satisfies readonly Level[];

/** Whose code it is: a platform calls, a business answers. */
export type Role = "platform" | "business";

export const ROLES = ["platform", "business"] as const satisfies readonly Role[];

/** `profile` and `schema`: nobody knows who sends it, so that it is judged both ways. */
export type ChangeDirection = "request" | "response" | "webhook" | "profile" | "schema";

/** One difference, however many operations have it. */
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
  /** Ids of the operations that have it, in order; empty where none is concerned. */
  readonly operations: readonly string[];
  /**
   * What it is about: the path in the payload, `line_items[].quantity`, empty for the whole; else the
   * operation, parameter, capability or file.
   */
  readonly subject: string;
  /** One sentence, without a full stop. */
  readonly message: string;
  /** Where it stands in the old side's text; undefined for what is new. */
  readonly before: SourceLocation | undefined;
  readonly after: SourceLocation | undefined;
  /** Stays the same from run to run, whatever lines it stands in: 16 hex digits. */
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
}

export function gravest(levels: readonly Level[]): Level {
  return LEVELS.find((level) => levels.includes(level)) ?? "safe";
}
