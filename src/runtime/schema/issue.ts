/**
 * An issue is one rule that a value breaks. Code, pointer, path and message are own properties, so that consoles and
 * test runners show them. Its place is a JSON Pointer (RFC 6901), and the same as a JSONPath.
 */

import type { Issue, IssueCode } from "./validator-interface.js";

/** Lists are constants of generated code, so each is formatted once. */
const lists = new WeakMap<readonly unknown[], string>();

/** An asserting keyword and its message. */
export interface Rule {
  readonly code: IssueCode;
  /** If it ends in a space, the expected value follows. */
  readonly text: string;
  /** Follows the expected value. */
  readonly noun?: string;
}

/** The capabilities that contributed the members of a type, if they are not the type's own. */
export interface Attribution {
  /** The capability of the member itself, if it differs from that above. */
  readonly ""?: string;
  /** Below: members by name, with `*` for items and the members of a map. */
  readonly [member: string]: string | Attribution | undefined;
}

/** A violated rule while the check is running. Its pointer is extended on the way back. */
interface Finding {
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
 * All findings below a value of a recursive type, as one entry whose pointer is extended once for all. A group
 * locates its findings itself, so that validators without recursive types include no code for it.
 */
export interface FindingGroup {
  pointer: string;
  readonly findings: readonly FoundEntry[];
  /** Number of findings. */
  readonly count: number;
  /** The smallest number of levels between the group and one of its findings. */
  readonly levels: number;
  /** For findings without their own. */
  readonly attribution?: Attribution | undefined;
  /** Its findings with complete pointers, at most `limit`. */
  locate(limit: number): readonly LocatedFinding[];
}

export type FoundEntry = Finding | FindingGroup;

/** A finding whose pointer is relative to the whole value. */
export interface LocatedFinding extends Readonly<Finding> {
  /** JSONPath of the same place, if already known. */
  readonly path?: string;
}

export class FoundIssue implements Issue {
  // `declare` emits no code; the constructor sets all fields.
  declare readonly path: string;
  declare readonly message: string;
  declare readonly code: IssueCode;
  declare readonly pointer: string;
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

  get capability(): string | undefined {
    return attribute(this.#attribution, this.pointer);
  }

  toString(): string {
    return `${this.path} ${this.message}`;
  }

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

/** Formats the message of a violated rule. */
function messageOf({ text, noun = "" }: Rule, expected: unknown): string {
  if (!text.endsWith(" ")) return text;
  return text + (Array.isArray(expected) ? listed(expected) : String(expected)) + noun;
}

function listed(values: readonly unknown[]): string {
  const known = lists.get(values);
  if (known !== undefined) return known;
  const text = values.map((value) => JSON.stringify(value)).join(", ");
  lists.set(values, text);
  return text;
}

/** The tokens of a JSON Pointer (RFC 6901), unescaped. */
export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  if (!pointer.includes("~")) return tokens;
  // RFC 6901 §4: replace ~1 first, or ~01 would become a slash.
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A cache, since issues occur at the same few places repeatedly. */
const knownPaths = new Map<string, string>();
/** Limits the number and the length of entries: other parties' texts may be of any length. */
const MAX_KNOWN = 500;

/** Converts a pointer to the segments of a JSONPath (RFC 9535 §2.7) after the `$`, with dots where possible. */
export function pathSegments(pointer: string): string {
  const before = knownPaths.get(pointer);
  if (before !== undefined) return before;
  const path = tokensOf(pointer).map(pathStep).join("");
  if (knownPaths.size < MAX_KNOWN && pointer.length < MAX_KNOWN) knownPaths.set(pointer, path);
  return path;
}

/** One step of a JSONPath: an index or a name. */
export function pathStep(name: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return `[${name}]`;
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, "\\$&")}']`;
}
