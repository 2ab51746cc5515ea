/**
 * An issue: one rule that a value breaks. In: what a compiled check found. Out: code, JSON pointer, JSONPath and
 * message, as members of its own, so that consoles and test runners show them.
 */

import { pathSegments, tokensOf } from "./json-path.js";
import { messageOf } from "./message.js";
import type * as rules from "./rules.js";

/** A keyword that asserts, and the words for it. */
export interface Rule {
  readonly code: IssueCode;
  /** What the rule wanted follows a space at its end. */
  readonly text: string;
  /** What follows that. */
  readonly noun?: string;
}

/** The keyword of JSON Schema that was broken; `never` for a `false` schema. */
export type IssueCode = (typeof rules)[keyof typeof rules]["code"];

/** Which capability contributed the members of a type, where it is not the type's own. */
export interface Attribution {
  /** The capability of the member itself, where it is not that of the one above. */
  readonly ""?: string;
  /** Below: members by name, `*` for items and for the members of a map. */
  readonly [member: string]: string | Attribution | undefined;
}

/** A rule that was broken, while the check is running: its pointer grows on the way back. */
export interface Finding {
  readonly rule: Rule;
  /** Relative to the value whose check has it in its list. */
  pointer: string;
  readonly expected: unknown;
  readonly attribution: Attribution | undefined;
  readonly levels?: undefined;
  readonly count?: undefined;
  readonly locate?: undefined;
}

/**
 * All that was found below a value whose type contains itself, as one entry: its pointer grows on the way back, once for
 * all of them. A group gives its findings itself, so that a validator without such types carries no code for it.
 */
export interface FindingGroup {
  pointer: string;
  readonly findings: readonly FoundEntry[];
  /** How many findings it has. */
  readonly count: number;
  /** The least number of levels between the group's place and one of its findings. */
  readonly levels: number;
  /** For findings that have none of their own. */
  readonly attribution?: Attribution | undefined;
  /** Its findings, each with its whole pointer; at most `limit`. */
  locate(limit: number): readonly LocatedFinding[];
}

export type FoundEntry = Finding | FindingGroup;

/** A finding whose pointer is that of the whole value. */
export interface LocatedFinding extends Readonly<Finding> {
  /** JSONPath of the same place, where it is known already. */
  readonly path?: string;
}

export class Issue {
  // Fields without code of their own: the constructor sets all of them.
  /** JSONPath (RFC 9535) of the value concerned: the form of a message's `path` (§2.3). */
  declare readonly path: string;
  declare readonly message: string;
  declare readonly code: IssueCode;
  /** JSON pointer (RFC 6901) of the value concerned; of the missing member, where one is missing. */
  declare readonly pointer: string;
  /** What the rule wanted: a type, a bound, a pattern, the allowed values. */
  declare readonly expected: unknown;
  readonly #attribution: Attribution | undefined;

  constructor({
    rule,
    pointer,
    path = `$${pathSegments(pointer)}`,
    expected,
    attribution,
  }: LocatedFinding) {
    this.path = path;
    this.message = messageOf(rule, expected);
    this.code = rule.code;
    this.pointer = pointer;
    this.expected = expected;
    this.#attribution = attribution;
  }

  /** The capability that contributed the rule; undefined for a type of no capability. */
  get capability(): string | undefined {
    return attribute(this.#attribution, this.pointer);
  }

  /** `$.line_items[0].id is required` */
  toString(): string {
    return `${this.path} ${this.message}`;
  }

  /** What a log or an answer shows of it. */
  toJSON(): object {
    return { ...this, expected: undefined, capability: this.capability };
  }
}

function attribute(attribution: Attribution | undefined, pointer: string): string | undefined {
  let current: string | Attribution | undefined = attribution;
  let capability = attribution?.[""];
  for (const token of tokensOf(pointer)) {
    current = own(current, token) ?? own(current, "*");
    capability = typeof current === "string" ? current : (current?.[""] ?? capability);
  }
  return capability;
}

function own(
  attribution: string | Attribution | undefined,
  token: string,
): string | Attribution | undefined {
  return typeof attribution === "object" && token !== "" && Object.hasOwn(attribution, token)
    ? attribution[token]
    : undefined;
}
