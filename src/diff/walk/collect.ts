/**
 * From what rules found to changes. In: what was found, where it is met and in which direction. Out: one change for
 * each source place and direction, however many operations and paths lead there.
 */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import {
  gravest,
  LEVELS,
  type Change,
  type ChangeDirection,
  type Level,
  type Role,
} from "../change.js";
import { locatePositions } from "./locate-positions.js";
import { sha256 } from "../../text/sha256.js";
import type { FlowLevels, Levels, RoleLevels } from "../rule.js";
import {
  owningCapability,
  locateInRelease,
  type ReleasePosition,
  type SideContext,
  type Sides,
} from "../side.js";
import type { RuleFound } from "./walk.js";

/** Where something found is met. */
export interface Met {
  readonly found: RuleFound;
  readonly direction: ChangeDirection | undefined;
  readonly operations: readonly string[];
  readonly subject: string;
  /** Where the schema's place does not say it. */
  readonly capability?: string | undefined;
}

export interface Collector {
  add(met: Met): void;
  /** Whether the same was found at the same places and goes the same way; for a schema of no direction, any way. */
  has(met: Met): boolean;
  changes(role: Role | undefined): Change[];
}

interface Entry {
  readonly met: Met;
  readonly operations: Set<string>;
  subject: string;
}

/** What was found, in both texts. */
interface Two {
  readonly before: ReleasePosition | undefined;
  readonly after: ReleasePosition | undefined;
}

type At = ReturnType<typeof locatePositions>;

export function createCollector(sides: Sides): Collector {
  const entries = new Map<string, Entry>();
  const anywhere = new Set<string>();

  function add(given: Met): void {
    const met =
      given.found.rule.hasNoDirection === true ? { ...given, direction: undefined } : given;
    const places = placesKey(met.found);
    anywhere.add(places).add(flowKey(met, places));
    const key = JSON.stringify([places, met.direction, levelsOf(met)]);
    const known = entries.get(key);
    if (known === undefined) {
      entries.set(key, { met, operations: new Set(met.operations), subject: met.subject });
      return;
    }
    met.operations.forEach((each) => known.operations.add(each));
    if (isShorter(met.subject, known.subject)) known.subject = met.subject;
  }

  function placesKey({ rule, before, after, message }: RuleFound): string {
    const at = (context: SideContext, address: SchemaAddress | undefined): string | undefined =>
      address && locateInRelease(context, address)?.address;
    return JSON.stringify([rule.id, at(sides.before, before), at(sides.after, after), message]);
  }

  function locate({ before, after }: RuleFound): Two {
    return {
      before: before && locateInRelease(sides.before, before),
      after: after && locateInRelease(sides.after, after),
    };
  }

  function changeOf({ met, operations, subject }: Entry, role: Role | undefined, at: At): Change {
    const { found, direction } = met;
    const levels = levelsOf(met);
    const { before, after } = locate(found);
    const identity = [found.rule.id, direction ?? "", before?.address ?? "", after?.address ?? ""];
    return Object.freeze({
      rule: found.rule.id,
      level: role === undefined ? gravest(Object.values(levels)) : levels[role],
      levels,
      capability: met.capability ?? capabilityAt(found),
      direction,
      operations: [...operations],
      subject,
      message: found.message,
      before: before && at(before),
      after: after && at(after),
      fingerprint: fingerprintOf([...identity, found.message]),
    });
  }

  /** The capability whose schema has it; the new side's, where both have it. */
  function capabilityAt({ before, after }: RuleFound): string | undefined {
    const owner = (context: SideContext, address: SchemaAddress | undefined): string | undefined =>
      address &&
      owningCapability(
        context.side,
        context.schemas.source(address.document)?.document ?? address.document,
      );
    return (
      owner(sides.after, after) ?? (after === undefined ? owner(sides.before, before) : undefined)
    );
  }

  return {
    add,
    has(met) {
      const places = placesKey(met.found);
      return anywhere.has(met.direction === "schema" ? places : flowKey(met, places));
    },
    changes(role) {
      const all = [...entries.values()];
      const located = all.flatMap(({ met }) => Object.values(locate(met.found)));
      const at = locatePositions(located.filter((each) => each !== undefined));
      return all.map((entry) => changeOf(entry, role, at)).sort(byCapabilityAndLevel);
    },
  };
}

/** Of two that are as long the first by name, so that no order of members plays a part. */
function isShorter(one: string, other: string): boolean {
  return one.length < other.length || (one.length === other.length && one < other);
}

/** A webhook goes the way of answers: what the one has, the other need not say again. */
function flowKey(met: Met, places: string): string {
  const flow = met.direction === "webhook" ? "response" : met.direction;
  return JSON.stringify([places, flow, levelsOf(met)]);
}

/** Who sends and who reads, by direction; in a profile or a schema each does both. */
function levelsOf({ found, direction }: Met): RoleLevels {
  const levels: Levels = found.levels ?? found.rule.levels;
  if ("platform" in levels) return levels;
  const { sender, reader }: FlowLevels = levels;
  if (direction === "request") return { platform: sender, business: reader };
  if (direction === "response" || direction === "webhook")
    return { platform: reader, business: sender };
  const worst: Level = gravest([sender, reader]);
  return { platform: worst, business: worst };
}

/** A length that no two changes of one comparison share by chance. */
const FINGERPRINT_DIGITS = 16;

function fingerprintOf(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, FINGERPRINT_DIGITS);
}

function byCapabilityAndLevel(left: Change, right: Change): number {
  const texts = (change: Change): string[] => [
    // What belongs to no capability comes last.
    change.capability ?? "~",
    `${LEVELS.indexOf(change.level)}`,
    change.subject,
    change.rule,
    change.direction ?? "",
    change.message,
    change.fingerprint,
  ];
  const [one, other] = [texts(left), texts(right)];
  const index = one.findIndex((text, at) => text !== other[at]);
  return index < 0 ? 0 : (one[index] as string) < (other[index] as string) ? -1 : 1;
}
