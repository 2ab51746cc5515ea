/**
 * Sets up a walk. Rules may ask how two schemas relate, which is answered by comparing them with the same rules: the
 * answers are part of the context, and remembered, since schemas in schemas would otherwise repeat each question at every
 * level.
 */

import type { Node } from "../../model/node.js";
import type { SchemaRelations } from "../pairs/value.js";
import type { FlowLevels, Rule } from "../rule.js";
import type { Sides } from "../side.js";
import { compareNodes } from "./compare-schemas.js";
import type { FindingsBuilder, PairFinding, PairFindings, WalkContext } from "./walk-context.js";

export function createWalk(sides: Sides, rules: readonly Rule[]): WalkContext {
  const known: KnownFindings = new WeakMap();
  const findingsOf = (before: Node, after: Node): PairFindings =>
    known.get(before)?.get(after) ?? collectFindings(context, known, { before, after });
  const context: WalkContext = {
    sides,
    rules,
    relations: createRelations(findingsOf),
    definitionFindings: new Map(),
  };
  return context;
}

type KnownFindings = WeakMap<Node, WeakMap<Node, PairFindings>>;

function collectFindings(
  context: WalkContext,
  known: KnownFindings,
  nodes: { readonly before: Node; readonly after: Node },
): PairFindings {
  const target: FindingsBuilder = { findings: [], links: [] };
  const byAfter = known.get(nodes.before) ?? new WeakMap<Node, PairFindings>();
  // Registered before it is compared: a schema may lead to itself through `contentSchema`.
  known.set(nodes.before, byAfter.set(nodes.after, target));
  compareNodes({ context, path: "", target }, nodes);
  return target;
}

function createRelations(findingsOf: (before: Node, after: Node) => PairFindings): SchemaRelations {
  const all = (isSuch: (finding: PairFinding) => boolean) => (before: Node, after: Node) =>
    everyFinding(findingsOf(before, after), isSuch, new Set());
  return {
    areEquivalent: all(({ rule }) => rule.isTextOnly === true),
    acceptsAll: all((finding) => flowLevels(finding)?.sender !== "breaking"),
    addsNoValues: all((finding) => flowLevels(finding)?.reader === "safe"),
  };
}

function everyFinding(
  { findings, links }: PairFindings,
  isSuch: (finding: PairFinding) => boolean,
  seen: Set<PairFindings>,
): boolean {
  return (
    findings.every(isSuch) &&
    links.every(({ to }) => {
      if (seen.has(to)) return true;
      seen.add(to);
      return everyFinding(to, isSuch, seen);
    })
  );
}

function flowLevels({ rule, match }: PairFinding): FlowLevels | undefined {
  const levels = match.levels ?? rule.levels;
  return "sender" in levels ? levels : undefined;
}
