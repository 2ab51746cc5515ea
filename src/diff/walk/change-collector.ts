/**
 * Turns matches into changes: one for each source location and direction, however many operations and paths lead
 * there.
 */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { sha256 } from "../../text/sha256.js";
import {
  gravest,
  LEVELS,
  type Change,
  type ChangeDirection,
  type Level,
  type Role,
} from "../change.js";
import type { FlowLevels, Levels, RoleLevels, Rule, RuleMatch } from "../rule.js";
import {
  locateInRelease,
  owningCapability,
  type ReleasePosition,
  type SideContext,
  type Sides,
} from "../side.js";
import { locatePositions } from "./locate-positions.js";

/** A match, and where it occurs. */
export interface Occurrence {
  readonly rule: Rule;
  readonly match: RuleMatch;
  readonly direction: ChangeDirection | undefined;
  readonly operations: readonly string[];
  readonly subject: string;
  /** Given where the schema's address does not tell the capability. */
  readonly capability?: string | undefined;
}

/** Occurrences that become one change. */
interface ChangeEntry {
  readonly first: Occurrence;
  readonly operations: Set<string>;
  subject: string;
}

interface MatchPositions {
  readonly before: ReleasePosition | undefined;
  readonly after: ReleasePosition | undefined;
}

type Locate = ReturnType<typeof locatePositions>;

export class ChangeCollector {
  readonly #sides: Sides;
  readonly #entries = new Map<string, ChangeEntry>();
  /** Keys of matches by position, and by position, flow and levels. */
  readonly #keys = new Set<string>();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  add(given: Occurrence): void {
    const occurrence =
      given.rule.hasNoDirection === true ? { ...given, direction: undefined } : given;
    const { operations, subject, direction } = occurrence;
    const position = positionKey(this.#sides, occurrence);
    this.#keys.add(position).add(flowKey(occurrence, position));
    const key = JSON.stringify([position, direction, roleLevels(occurrence)]);
    const known = this.#entries.get(key);
    if (known === undefined) {
      this.#entries.set(key, { first: occurrence, operations: new Set(operations), subject });
      return;
    }
    operations.forEach((each) => known.operations.add(each));
    if (bySubject(occurrence, known) < 0) known.subject = subject;
  }

  /** Tells whether the match was added at the same position and for the same flow; without a direction, for any flow. */
  has(occurrence: Occurrence): boolean {
    const position = positionKey(this.#sides, occurrence);
    return this.#keys.has(
      occurrence.direction === "schema" ? position : flowKey(occurrence, position),
    );
  }

  changes(role: Role | undefined): Change[] {
    const all = [...this.#entries.values()].map((entry) => ({
      entry,
      positions: matchPositions(this.#sides, entry.first.match),
    }));
    const located = all.flatMap(({ positions }) => Object.values(positions));
    const locate = locatePositions(located.filter((each) => each !== undefined));
    return all
      .map(({ entry, positions }) =>
        Object.freeze({
          ...withLevels(entry.first, role),
          ...identify(entry.first, positions),
          ...locateBoth(positions, locate),
          capability: entry.first.capability ?? capabilityOf(this.#sides, entry.first.match),
          operations: [...entry.operations],
          subject: entry.subject,
        }),
      )
      .sort(byCapabilityAndLevel);
  }
}

function positionKey(sides: Sides, { rule, match }: Occurrence): string {
  const { before, after } = matchPositions(sides, match);
  return JSON.stringify([rule.id, before?.address, after?.address, match.message]);
}

function matchPositions(sides: Sides, { before, after }: RuleMatch): MatchPositions {
  return {
    before: before && locateInRelease(sides.before, before),
    after: after && locateInRelease(sides.after, after),
  };
}

function withLevels(
  occurrence: Occurrence,
  role: Role | undefined,
): Pick<Change, "level" | "levels"> {
  const levels = roleLevels(occurrence);
  return { level: role === undefined ? gravest(Object.values(levels)) : levels[role], levels };
}

function identify(
  { rule, match, direction }: Occurrence,
  { before, after }: MatchPositions,
): Pick<Change, "rule" | "message" | "direction" | "fingerprint"> {
  const { message } = match;
  const addresses = [before?.address ?? "", after?.address ?? ""];
  const fingerprint = createFingerprint([rule.id, direction ?? "", ...addresses, message]);
  return { rule: rule.id, message, direction, fingerprint };
}

function locateBoth(
  { before, after }: MatchPositions,
  locate: Locate,
): Pick<Change, "before" | "after"> {
  return { before: before && locate(before), after: after && locate(after) };
}

/** The capability whose schema has the match; the new side's, where both have it. */
function capabilityOf(sides: Sides, { before, after }: RuleMatch): string | undefined {
  const ofNew = owner(sides.after, after);
  return ofNew ?? (after === undefined ? owner(sides.before, before) : undefined);
}

function owner(
  { side, schemas }: SideContext,
  address: SchemaAddress | undefined,
): string | undefined {
  return (
    address &&
    owningCapability(side, schemas.source(address.document)?.document ?? address.document)
  );
}

interface WithSubject {
  readonly subject: string;
}

/** The shortest first, and among equal lengths the first name, so that the order of members does not matter. */
export function bySubject({ subject: one }: WithSubject, { subject: other }: WithSubject): number {
  if (one.length !== other.length) return one.length - other.length;
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Webhooks flow as responses do: a change of both is reported once. */
function flowKey(occurrence: Occurrence, position: string): string {
  const { direction } = occurrence;
  const flow = direction === "webhook" ? "response" : direction;
  return JSON.stringify([position, flow, roleLevels(occurrence)]);
}

/** Platforms send requests and read responses and webhooks; of a profile or schema either may do both. */
function roleLevels({ rule, match, direction }: Occurrence): RoleLevels {
  const levels: Levels = match.levels ?? rule.levels;
  if ("platform" in levels) return levels;
  const { sender, reader }: FlowLevels = levels;
  if (direction === "request") return { platform: sender, business: reader };
  if (direction === "response" || direction === "webhook")
    return { platform: reader, business: sender };
  const worst: Level = gravest([sender, reader]);
  return { platform: worst, business: worst };
}

/** Long enough that no two changes of one comparison have the same by chance. */
const FINGERPRINT_DIGITS = 16;

function createFingerprint(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, FINGERPRINT_DIGITS);
}

function byCapabilityAndLevel(left: Change, right: Change): number {
  const [one, other] = [sortKeys(left), sortKeys(right)];
  const index = one.findIndex((text, at) => text !== other[at]);
  return index < 0 ? 0 : (one[index] as string) < (other[index] as string) ? -1 : 1;
}

function sortKeys(change: Change): string[] {
  return [
    // Changes without a capability come last.
    change.capability ?? "~",
    `${LEVELS.indexOf(change.level)}`,
    change.subject,
    change.rule,
    change.direction ?? "",
    change.message,
    change.fingerprint,
  ];
}
