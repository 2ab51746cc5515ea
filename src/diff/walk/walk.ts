/**
 * Sets up a walk. Rules may ask how two schemas relate, which is answered by comparing them with the same rules: the
 * answers are part of the context, and remembered, since schemas in schemas would otherwise repeat each question at every
 * level.
 */

import { locateSource } from "../../load/document.js";
import { BUDGETS, budgetDiagnostic } from "../../budgets.js";
import { ProtoGenError } from "../../errors.js";
import type { Node } from "../../model/node.js";
import { locateInRelease } from "../side.js";
import type { SchemaRelations } from "../pairs/value.js";
import type { FlowLevels, Rule } from "../rule.js";
import type { Sides } from "../side.js";
import { compareNodes, comparePending } from "./compare-schemas.js";
import type {
  FindingsBuilder,
  NodePair,
  PairFinding,
  PairFindings,
  WalkContext,
} from "./walk-context.js";

export function createWalk(sides: Sides, rules: readonly Rule[]): WalkContext {
  const comparison: Comparison = { known: new WeakMap(), count: 0, depth: 0 };
  const findingsOf = (before: Node, after: Node): PairFindings =>
    comparison.known.get(before)?.get(after) ??
    collectFindings(context, comparison, { before, after });
  const context: WalkContext = {
    sides,
    rules,
    relations: createRelations(findingsOf),
    definitionFindings: new Map(),
    pending: [],
  };
  return context;
}

/** The questions that rules have asked, and how many of them are being answered, one within another. */
interface Comparison {
  readonly known: WeakMap<Node, WeakMap<Node, PairFindings>>;
  count: number;
  depth: number;
}

function collectFindings(
  context: WalkContext,
  comparison: Comparison,
  nodes: NodePair,
): PairFindings {
  const { known } = comparison;
  comparison.count++;
  comparison.depth++;
  for (const [name, count] of [
    ["comparisons", comparison.count],
    ["comparisonDepth", comparison.depth],
  ] as const)
    if (count > BUDGETS[name].limit) throw tooMany(name, context, nodes);
  const target: FindingsBuilder = { findings: [], links: [] };
  const byAfter = known.get(nodes.before) ?? new WeakMap<Node, PairFindings>();
  // Registered before it is compared: a schema may lead to itself through `contentSchema`.
  known.set(nodes.before, byAfter.set(nodes.after, target));
  compareNodes({ context, path: "", target }, nodes);
  comparePending(context);
  comparison.depth--;
  return target;
}

function tooMany(
  name: "comparisons" | "comparisonDepth",
  { sides }: WalkContext,
  { after }: NodePair,
): Error {
  const found = locateInRelease(sides.after, after.origin);
  const place = found && locateSource(found.document, found.pointer);
  return new ProtoGenError([budgetDiagnostic(name, "the comparison of the releases", { place })]);
}

function createRelations(findingsOf: (before: Node, after: Node) => PairFindings): SchemaRelations {
  const all = (isSuch: (finding: PairFinding) => boolean) => (before: Node, after: Node) =>
    everyFinding(findingsOf(before, after), isSuch);
  return {
    areEquivalent: all(({ rule }) => rule.isTextOnly === true),
    acceptsAll: all((finding) => flowLevels(finding)?.sender !== "breaking"),
    addsNoValues: all((finding) => flowLevels(finding)?.reader === "safe"),
  };
}

function everyFinding(start: PairFindings, isSuch: (finding: PairFinding) => boolean): boolean {
  const reached = new Set([start]);
  for (const { findings, links } of reached) {
    if (!findings.every(isSuch)) return false;
    for (const { to } of links) reached.add(to);
  }
  return true;
}

function flowLevels({ rule, match }: PairFinding): FlowLevels | undefined {
  const levels = match.levels ?? rule.levels;
  return "sender" in levels ? levels : undefined;
}
