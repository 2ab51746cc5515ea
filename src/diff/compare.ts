/**
 * Diff: what differs between two releases, for whom. In: two sides. Out: the changes. Composed views are
 * compared, not files: per operation and direction, with `allOf` and `$ref` merged as generation merges them.
 */

import { readProfileFile } from "../load/load.js";
import { readProfile } from "../load/profile.js";
import type { SchemaRoot } from "../load/roots.js";
import type { Definition } from "../model/node.js";
import { pairCalls } from "./pairs/call-pairs.js";
import { collectCalls, collectDefinitions, type Call, type CallPair } from "./pairs/call.js";
import { capabilityPairs } from "./pairs/capability.js";
import type { ChangeDirection, Comparison, Role } from "./change.js";
import { collectOtherServiceCalls, collectUnownedCalls } from "./pairs/other-calls.js";
import { createCollector, type Collector } from "./walk/collect.js";
import { namedSchemas } from "./walk/named-schemas.js";
import { payloadPath } from "./walk/payload-path.js";
import type { RuleMatch, Rule } from "./rule.js";
import { RULES } from "./rules.js";
import {
  callScopes,
  directionOf,
  profileScope,
  capabilityScopes,
  type Scope,
} from "./walk/scope.js";
import {
  openSide,
  createSideContext,
  type SideContext,
  type Side,
  type SideChoice,
  type Sides,
} from "./side.js";
import { createWalk, type PairReport, type Walk } from "./walk/walk.js";

export interface DiffOptions {
  readonly before: SideChoice;
  readonly after: SideChoice;
  /** File of a profile: only what it declares is compared. */
  readonly profile?: string;
  /** Whose code breaks; both where it is not given. */
  readonly role?: Role;
  /** Where documents are that a side refers to and does not hold. */
  readonly schemas?: readonly SchemaRoot[];
  /** Told what is done, as it starts. */
  readonly onStage?: (stage: string) => void;
}

/** @throws ProtoGenError where a side cannot be loaded or composed: then nothing was compared */
export async function diff(options: DiffOptions): Promise<Comparison> {
  const stage = options.onStage ?? (() => {});
  const { schemas, profile } = options;
  const sideOptions = {
    ...(schemas === undefined ? {} : { schemas }),
    ...(profile === undefined ? {} : { profile }),
  };
  stage("load");
  const before = await openSide(options.before, sideOptions);
  const after = await openSide(options.after, sideOptions);
  const declared = profile === undefined ? undefined : profileNames(profile);
  stage("compare");
  const changes = compareSides(
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
  });
}

function profileNames(file: string): ReadonlySet<string> {
  const { registry } = readProfile(readProfileFile(file));
  return new Set(registry.capabilities.map(({ name }) => name));
}

function restrictCapabilities(side: Side, names: ReadonlySet<string> | undefined): Side {
  if (names === undefined) return side;
  const capabilities = side.capabilities.filter((name) => names.has(name));
  return { ...side, capabilities, otherServices: [] };
}

interface CompareOptions {
  readonly role: Role | undefined;
  /** What no capability of the profile leads to is left out. */
  readonly isPartial: boolean;
}

function compareSides(
  before: Side,
  after: Side,
  { role, isPartial }: CompareOptions,
): Comparison["changes"] {
  // What one side lacks is one change; what it would add to the others' payloads is none.
  const common = before.capabilities.filter((name) => after.capabilities.includes(name));
  const sides = {
    before: createSideContext(before, common),
    after: createSideContext(after, common),
  };
  const collector = createCollector(sides);
  const walk = createWalk(sides, RULES);
  compareCapabilities(before, after, collector);
  const calls = callPairs(sides, { common, isPartial });
  for (const pair of calls) compareCall(pair, sides, collector);
  const ofCalls = calls.flatMap((pair) => callScopes(sides, pair));
  const isDirected = ({ direction }: Scope): boolean => direction !== "schema";
  const scopes = [
    ...ofCalls.filter(isDirected),
    ...capabilityScopes(sides),
    ...profileScope(sides),
    ...ofCalls.filter((scope) => !isDirected(scope)),
  ];
  const groups: Groups = new Map();
  const reports = scopes.flatMap((scope) => compareScope(scope, walk, collector, groups));
  if (!isPartial) {
    const named = namedSchemas(sides, [...new Set(reports)], {
      before: [
        ...calls.flatMap((pair) => collectDefinitions(pair.before)),
        ...startsOf(scopes, "before"),
      ],
      after: [
        ...calls.flatMap((pair) => collectDefinitions(pair.after)),
        ...startsOf(scopes, "after"),
      ],
    });
    for (const scope of named.scopes) compareScope(scope, walk, collector, groups);
    for (const pair of named.pairs)
      addAll(collector, RULES, (rule) => rule.definitions?.(pair), {
        subject: (pair.after ?? pair.before)?.address ?? "",
      });
  }
  return collector.changes(role);
}

function startsOf(scopes: readonly Scope[], side: "before" | "after"): Definition[] {
  return scopes.map((scope) => scope[side]);
}

function compareCapabilities(before: Side, after: Side, collector: Collector): void {
  for (const { name, ...pair } of capabilityPairs(before, after))
    addAll(collector, RULES, (rule) => rule.capabilities?.(pair), {
      subject: name,
      capability: name,
    });
}

function callPairs(
  { before, after }: Sides,
  { common, isPartial }: { readonly common: readonly string[]; readonly isPartial: boolean },
): CallPair[] {
  return pairCalls(callsOfSide(before, common, isPartial), callsOfSide(after, common, isPartial));
}

/** Those of capabilities that the other side lacks too, and those that no capability has. */
function callsOfSide(context: SideContext, common: readonly string[], isPartial: boolean): Call[] {
  const { side } = context;
  const calls = collectCalls(context);
  const all =
    side.capabilities.length === common.length
      ? calls
      : collectCalls(createSideContext(side, side.capabilities));
  const ofOthers = all.filter(
    ({ capability }) => capability !== undefined && !common.includes(capability),
  );
  if (isPartial) return [...calls, ...ofOthers];
  return [
    ...calls,
    ...ofOthers,
    ...collectUnownedCalls(context, all),
    ...collectOtherServiceCalls(context),
  ];
}

function compareCall(pair: CallPair, sides: Sides, collector: Collector): void {
  const call = pair.after ?? pair.before;
  if (call === undefined) return;
  const met = { subject: call.id, operations: [call.id], capability: call.capability };
  for (const rule of RULES) {
    const { sentWith } = rule;
    const direction = sentWith && directionOf(call, sentWith);
    addAll(collector, [rule], (each) => each.calls?.(pair, sides), { ...met, direction });
  }
}

function addAll(
  collector: Collector,
  rules: readonly Rule[],
  run: (rule: Rule) => Iterable<RuleMatch> | undefined,
  met: {
    readonly subject: string;
    readonly operations?: readonly string[];
    readonly capability?: string | undefined;
    readonly direction?: ChangeDirection | undefined;
  },
): void {
  for (const rule of rules) {
    for (const found of run(rule) ?? [])
      collector.add({
        operations: [],
        direction: undefined,
        ...met,
        found: { ...found, rule },
      });
  }
}

/** What was said of a payload by the scopes of its group, one after the other. */
type Groups = Map<string, Set<string>>;

/** Everything that a pair leads to, each pair once, by its shortest path. */
function compareScope(
  scope: Scope,
  walk: Walk,
  collector: Collector,
  groups: Groups,
): PairReport[] {
  const { direction, operations, label, isSupplement, group = "" } = scope;
  const said = groups.get(group);
  const sayings = new Set<string>();
  const seen = new Set<PairReport>();
  let waiting = [{ report: walk.compare(scope.before, scope.after), path: label }];
  while (waiting.length > 0) {
    const next: typeof waiting = [];
    for (const { report, path } of waiting) {
      if (seen.has(report)) continue;
      seen.add(report);
      for (const { found, path: below } of report.found) {
        const met = { found, direction, operations, subject: payloadPath(path, below) };
        const saying = JSON.stringify([found.rule.id, met.subject, found.message, found.levels]);
        sayings.add(saying);
        if (said?.has(saying) === true) continue;
        // What an operation has is said there, and what any payload has is said of it.
        const isFurther = isSupplement || direction === "schema";
        if (!isFurther || !collector.has(met)) collector.add(met);
      }
      for (const { to, path: below } of report.links)
        next.push({ report: to, path: payloadPath(path, below) });
    }
    waiting = next;
  }
  if (group !== "") groups.set(group, new Set([...(said ?? []), ...sayings]));
  return [...seen];
}
