/**
 * Compares two releases, and tells for each change whom it affects. Composed views are compared, not files: per
 * operation and direction, with `allOf` and `$ref` merged as generation merges them.
 */

import type { FactOverrides } from "../facts/facts-in-force.js";
import { openOverlays, type Overlays } from "../load/overlay/overlays.js";
import { readLock } from "../load/read-lock.js";
import { readProfileSource } from "../load/read-profile-source.js";
import { openSide as openProfile, readProfile, whoseIs } from "../load/side.js";
import type { Profile } from "../load/profile.js";
import type { GivenRoot } from "../load/schema-root.js";
import { ENTRY_CODES } from "../compose/entries/report-entries.js";
import { CODES, diagnostic, ProtoGenError, type Diagnostic } from "../errors.js";
import type { Definition } from "../model/node.js";
import type { Comparison, Role } from "./change.js";
import { compareCall, compareCapabilities, compareNamedSchema } from "./compare-declarations.js";
import { pairCalls } from "./pairs/call-pairs.js";
import { collectCalls, collectDefinitions, type Call, type CallPair } from "./pairs/call.js";
import { collectOtherServiceCalls, collectUnownedCalls } from "./pairs/other-calls.js";
import { RULES } from "./rules.js";
import {
  createSideContext,
  openSide,
  type Side,
  type SideChoice,
  type SideContext,
  type Sides,
} from "./side.js";
import { ChangeCollector } from "./walk/change-collector.js";
import { compareScope, createScopeRun } from "./walk/compare-scope.js";
import { pairNamedSchemas } from "./walk/pair-named-schemas.js";
import { callScopes } from "./walk/call-scopes.js";
import { capabilityScopes } from "./walk/capability-scopes.js";
import { profileScope, type Scope } from "./walk/scope.js";
import { createWalk } from "./walk/walk.js";
import { line, type Line } from "../text/line.js";

export interface DiffOptions {
  readonly before: SideChoice;
  readonly after: SideChoice;
  /** File of a profile, or its URL if it was fetched before: only what it declares is compared. */
  readonly profile?: string | undefined;
  /** The profile that generated code is from, where `profile` does not say it; `profile.json` by default. */
  readonly manifestProfile?: string | undefined;
  /** The role whose code matters; both by default. */
  readonly role?: Role | undefined;
  /** Roots that hold documents which a side refers to and does not contain. */
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** The paths of the overlays that generated code was made with, for a side that is its manifest. */
  readonly overlays?: readonly string[] | undefined;
  /** The values of facts in place of those of either release. */
  readonly facts?: FactOverrides | undefined;
  /** Called as each stage starts. */
  readonly onStage?: ((stage: Line) => void) | undefined;
}

/**
 * Compares two releases, and says of each change whom it affects. A side is a directory, files that were read before, or the manifest of
 * generated code.
 *
 * @throws ProtoGenError where a side cannot be loaded or composed: then nothing was compared
 *
 * @example
 * ```ts
 * import { diff } from "proto-gen";
 *
 * const { changes } = await diff({
 *   before: { name: "2026-11-20", directory: "./schemas/2026-11-20" },
 *   after: { name: "2026-11-27", directory: "./schemas/2026-11-27" },
 * });
 * const breaking = changes.filter(({ level }) => level === "breaking");
 * ```
 */
export async function diff(options: DiffOptions): Promise<Comparison> {
  const stage = options.onStage ?? (() => {});
  const { schemas, profile, manifestProfile, facts } = options;
  const overlays = await openOverlays(options.overlays);
  const sideOptions = { schemas, profile: profile ?? manifestProfile, facts, overlays };
  stage(line`load`);
  const before = await openSide(options.before, sideOptions);
  const after = await openSide(options.after, sideOptions);
  const generated = [
    ...("manifest" in options.before ? [before] : []),
    ...("manifest" in options.after ? [after] : []),
  ];
  const declared =
    profile === undefined ? undefined : await declaredNames(profile, { generated, overlays });
  stage(line`compare`);
  const { changes, notices } = compareSides(
    restrictCapabilities(before, declared),
    restrictCapabilities(after, declared),
    {
      role: options.role,
      isPartial: declared !== undefined,
    },
  );
  return Object.freeze({
    before: before.summary,
    after: after.summary,
    role: options.role,
    changes,
    notices: [...reportUnapplied(overlays, [before, after]), ...notices],
  });
}

interface ProfileReaders {
  /** Sides that are generated code: each has read the profile with its own overlays. */
  readonly generated: readonly Side[];
  /** All that were given. */
  readonly overlays: Overlays;
}

async function declaredNames(
  source: string,
  { generated, overlays }: ProfileReaders,
): Promise<ReadonlySet<string>> {
  const profiles = generated.map(({ sources }) => sources.profile);
  if (profiles.length === 0) profiles.push(await readDeclaring(source, overlays));
  return new Set(profiles.flatMap(({ registry }) => registry.capabilities.map(({ name }) => name)));
}

async function readDeclaring(source: string, overlays: Overlays): Promise<Profile> {
  const document = await readProfileSource(source, { lock: readLock(source), overlays });
  return whoseIs(source) === "own"
    ? readProfile(document, { development: true })
    : openProfile(document, { whose: "another", development: true }).profile;
}

/** Those that a reader of the report would take to be in it. One of the profile that restricts the comparison was applied. */
function reportUnapplied(overlays: Overlays, sides: readonly Side[]): readonly Diagnostic[] {
  const changed = overlays.changed().flatMap(({ overlaid }) => overlaid?.overlays ?? []);
  return overlays.all
    .filter((each) => !sides.some((side) => side.overlays.includes(each)))
    .filter(({ document }) => !changed.some(({ file }) => file === document.file))
    .map(({ document: { file } }) =>
      diagnostic(
        "OVERLAY_NOT_NEEDED",
        `${file} is not applied: neither side was generated with it`,
        {
          place: { file },
          hint: "generate with it to compare what it changes; releases, directories and commits are compared as they are",
        },
      ),
    );
}

function restrictCapabilities(side: Side, names: ReadonlySet<string> | undefined): Side {
  if (names === undefined) return side;
  const capabilities = side.capabilities.filter((name) => names.has(name));
  return { ...side, capabilities, otherServices: [] };
}

interface CompareOptions {
  readonly role: Role | undefined;
  /** Only what the capabilities of a profile lead to is compared. */
  readonly isPartial: boolean;
}

function compareSides(
  before: Side,
  after: Side,
  { role, isPartial }: CompareOptions,
): Pick<Comparison, "changes" | "notices"> {
  // A capability that one side lacks is one change: what it would add to other payloads is not reported.
  const common = before.capabilities.filter((name) => after.capabilities.includes(name));
  const sides = {
    before: createSideContext(before, common),
    after: createSideContext(after, common),
  };
  const whole = {
    before: createWholeContext(sides.before),
    after: createWholeContext(sides.after),
  };
  const notices = reportLostEntries(whole);
  const collector = new ChangeCollector(sides);
  compareCapabilities(before, after, collector);
  const calls = pairCalls(
    collectSideCalls(sides.before, whole.before, isPartial),
    collectSideCalls(sides.after, whole.after, isPartial),
  );
  for (const pair of calls) compareCall(pair, sides, collector);
  const scopes = collectScopes(sides, calls);
  const run = createScopeRun(createWalk(sides, RULES), collector);
  const compared = new Set(scopes.flatMap((scope) => compareScope(scope, run)));
  if (isPartial) return { changes: collector.changes(role), notices };
  const named = pairNamedSchemas(sides, [...compared], {
    before: startsOf(calls, scopes, "before"),
    after: startsOf(calls, scopes, "after"),
  });
  for (const scope of named.scopes) compareScope(scope, run);
  for (const pair of named.pairs) compareNamedSchema(pair, collector);
  return { changes: collector.changes(role), notices };
}

/** The side with all of its capabilities. */
function createWholeContext(context: SideContext): SideContext {
  const { side, capabilities } = context;
  return side.capabilities.length === capabilities.length
    ? context
    : createSideContext(side, side.capabilities);
}

/**
 * Entries that compose nothing of the root that they name. Of the earlier side, nobody can mend them any more.
 *
 * @throws ProtoGenError with those of the later side that are its author's own
 */
function reportLostEntries({ before, after }: Sides): Diagnostic[] {
  const found = ({ composed }: SideContext): Diagnostic[] =>
    (composed?.composition.notices ?? []).filter(({ code }) => ENTRY_CODES.has(code));
  const errors = found(after).filter(({ code }) => CODES[code].exit > 0);
  if (errors.length > 0) throw new ProtoGenError(errors);
  const earlier = found(before).map(({ message, place, hint }) =>
    diagnostic("COMPOSE_ENTRY_LOST", message, { place, hint }),
  );
  // Two sides may read one document.
  const all = [...earlier, ...found(after)].map((each) => [JSON.stringify(each), each] as const);
  return [...new Map(all).values()];
}

/** Calls of capabilities, of capabilities that the other side lacks, and those that no capability has. */
function collectSideCalls(context: SideContext, whole: SideContext, isPartial: boolean): Call[] {
  const { capabilities } = context;
  const calls = collectCalls(context);
  const all = whole === context ? calls : collectCalls(whole);
  const ofOthers = all.filter(
    ({ capability }) => capability !== undefined && !capabilities.includes(capability),
  );
  if (isPartial) return [...calls, ...ofOthers];
  return [
    ...calls,
    ...ofOthers,
    ...collectUnownedCalls(context, all),
    ...collectOtherServiceCalls(context),
  ];
}

/** In the order in which changes are attributed: a schema without a direction adds only what no payload has. */
function collectScopes(sides: Sides, calls: readonly CallPair[]): Scope[] {
  const ofCalls = calls.flatMap((pair) => callScopes(sides, pair));
  const isDirected = ({ direction }: Scope): boolean => direction !== "schema";
  return [
    ...ofCalls.filter(isDirected),
    ...capabilityScopes(sides),
    ...profileScope(sides),
    ...ofCalls.filter((scope) => !isDirected(scope)),
  ];
}

/** The definitions that a side's comparison begins with. */
function startsOf(
  calls: readonly CallPair[],
  scopes: readonly Scope[],
  side: "before" | "after",
): Definition[] {
  return [
    ...calls.flatMap((pair) => collectDefinitions(pair[side])),
    ...scopes.map((scope) => scope[side]),
  ];
}
