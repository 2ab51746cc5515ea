/**
 * The comparison of two definitions, all the way down. In: two schemas. Out: what the rules found in them, and
 * the pairs of definitions that they lead to. Directions and operations play no part here, so that each pair is walked once.
 */

import {
  isUnconstrained,
  soleReference,
  type Conditional,
  type Definition,
  type Node,
} from "../../model/node.js";
import { matchBranches } from "../pairs/branches.js";
import { restItems } from "../facts/tuples.js";
import { coveredMember, coverOfPatterns } from "../pairs/cover.js";
import { memberPair } from "../pairs/member.js";
import { childPath, itemPath, keyPath, memberPath } from "./payload-path.js";
import type { FlowLevels, RuleMatch, Rule } from "../rule.js";
import type { Sides } from "../side.js";
import {
  allowsNothing,
  ANYTHING,
  anyNode,
  valueOf,
  type SchemaRelations,
  type Value,
  type ValuePair,
} from "../pairs/value.js";

export interface RuleFound extends RuleMatch {
  readonly rule: Rule;
}

/** What two definitions differ in, less what those differ in that they refer to. */
export interface PairReport {
  readonly before: Definition;
  readonly after: Definition;
  readonly found: readonly { readonly found: RuleFound; readonly path: string }[];
  readonly links: readonly { readonly path: string; readonly to: PairReport }[];
}

export interface Walk {
  compare(before: Definition, after: Definition): PairReport;
}

interface Draft {
  readonly found: { readonly found: RuleFound; readonly path: string }[];
  readonly links: { readonly path: string; readonly to: PairReport }[];
}

/** What a pair is told by the one above. */
interface Told {
  readonly isAnnounced?: boolean;
  /** One of the two is of all members that the object does not name: its texts are of no single one. */
  readonly isCovered?: boolean;
}

export function createWalk(sides: Sides, rules: readonly Rule[]): Walk {
  const reports = new Map<string, PairReport>();
  const drafts = new WeakMap<Node, WeakMap<Node, Draft>>();
  const questions: SchemaRelations = { areEquivalent, acceptsAll, addsNoValues };
  return { compare };

  function compare(before: Definition, after: Definition): PairReport {
    const key = `${before.key} | ${after.key}`;
    const known = reports.get(key);
    if (known !== undefined) return known;
    const draft = emptyDraft();
    const report: PairReport = { before, after, ...draft };
    reports.set(key, report);
    compareValues(
      { before: valueOf(sides.before, before.node), after: valueOf(sides.after, after.node) },
      "",
      draft,
      {},
    );
    return report;
  }

  function compareNodes(
    before: Node,
    after: Node,
    path: string,
    draft: Draft,
    told: Told = {},
  ): void {
    const values = { before: valueOf(sides.before, before), after: valueOf(sides.after, after) };
    const from = definitionFor(before, values.before);
    const to = definitionFor(after, values.after);
    if (from === undefined || to === undefined || from === to) {
      compareValues(values, path, draft, told);
      return;
    }
    // What the references themselves say; the rest is the definitions' own.
    const said: ValuePair = {
      before: { ...values.before, annotations: before.annotations, content: before.content },
      after: { ...values.after, annotations: after.annotations, content: after.content },
      isAnnounced: told.isAnnounced === true,
      ...questions,
    };
    if (told.isCovered !== true) report(draft, path, rules, (rule) => rule.annotations?.(said));
    draft.links.push({ path, to: compare(from, to) });
  }

  function compareValues(
    { before, after }: { readonly before: Value; readonly after: Value },
    path: string,
    draft: Draft,
    told: Told,
  ): void {
    const isOther = haveNothingInCommon(before, after);
    const pair: ValuePair = {
      before,
      after,
      isAnnounced: told.isAnnounced === true,
      ...questions,
    };
    if (compareAlternatives(pair, path, draft)) return;
    if (isAuthored(before) && isAuthored(after) && told.isCovered !== true)
      report(draft, path, rules, (rule) => rule.annotations?.(pair));
    report(draft, path, rules, (rule) => (isOther ? rule.replacements : rule.values)?.(pair));
    // Of what said nothing before there is no more to say than that it says something now.
    if (isOther || saysNothing(before, after) || saysNothing(after, before)) return;
    compareMembers(pair, path, draft);
    compareItems(pair, path, draft);
    compareConditions(pair, path, draft);
  }

  /** One schema became one of several, or the other way: each alternative is held against it. */
  function compareAlternatives(pair: ValuePair, path: string, draft: Draft): boolean {
    const { before, after } = pair;
    const splits = isChoice(after, before);
    if (!splits && !isChoice(before, after)) return false;
    compareBranches(
      {
        ...pair,
        before: splits ? { ...before, branches: [before.node] } : before,
        after: splits ? after : { ...after, branches: [after.node] },
      },
      path,
      draft,
    );
    return true;
  }

  /** Alternatives with their like, and those that are gone with one that takes their values, if there is any. */
  function compareBranches(pair: ValuePair, path: string, draft: Draft): void {
    const { before, after } = pair;
    if (before.branches === undefined || after.branches === undefined) return;
    report(draft, path, rules, (rule) => rule.choices?.(pair));
    const { pairs, removed } = matchBranches(sides, {
      before: before.branches,
      after: after.branches,
    });
    for (const [from, to] of pairs) compareNodes(from, to, path, draft);
    for (const branch of removed) {
      const other = after.branches.find((each) => acceptsAll(branch, each));
      if (other !== undefined) compareNodes(branch, other, path, draft);
    }
  }

  function compareMembers(pair: ValuePair, path: string, draft: Draft): void {
    const { node: before } = pair.before;
    const { node: after } = pair.after;
    for (const name of new Set([...before.properties.keys(), ...after.properties.keys()])) {
      const member = memberPair(name, pair);
      const at = memberPath(path, name);
      report(draft, at, rules, (rule) => rule.members?.(member));
      const covered = coveredMember(member);
      if (covered !== undefined)
        compareNodes(covered.before, covered.after, at, draft, { isCovered: true });
      if (covered !== undefined || member.before === undefined || member.after === undefined)
        continue;
      const isAnnounced = member.visibility.after?.isTransition === true;
      compareNodes(member.before.property.node, member.after.property.node, at, draft, {
        isAnnounced,
      });
    }
    compareOptional(
      before.additionalProperties,
      after.additionalProperties,
      childPath(path),
      draft,
    );
    compareOptional(
      before.unevaluatedProperties,
      after.unevaluatedProperties,
      childPath(path),
      draft,
    );
    const patterns = pairUp(
      before.patternProperties,
      after.patternProperties,
      (from, to) => from.pattern === to.pattern,
    );
    for (const [from, to] of patterns) compareNodes(from.node, to.node, childPath(path), draft);
    compareCoveredPatterns(before, after, childPath(path), draft);
    const keys = before.propertyNames.length === 1 && after.propertyNames.length === 1;
    if (keys) compareNodes(before.propertyNames[0]!, after.propertyNames[0]!, keyPath(path), draft);
  }

  /** Patterns of one side, with what the other demands of members of any name. */
  function compareCoveredPatterns(before: Node, after: Node, path: string, draft: Draft): void {
    const from = coverOfPatterns(before);
    const to = coverOfPatterns(after);
    const told = { isCovered: true };
    if (from !== undefined)
      for (const { node } of after.patternProperties) compareNodes(from, node, path, draft, told);
    if (to !== undefined)
      for (const { node } of before.patternProperties) compareNodes(node, to, path, draft, told);
  }

  function compareItems(pair: ValuePair, path: string, draft: Draft): void {
    const { node: before } = pair.before;
    const { node: after } = pair.after;
    const longest = Math.max(before.prefixItems.length, after.prefixItems.length);
    for (let index = 0; index < longest; index++) {
      // Beyond the positions of one side its items are held against the other's.
      const from = before.prefixItems[index] ?? before.items;
      const to = after.prefixItems[index] ?? after.items;
      const isShared = index < before.prefixItems.length && index < after.prefixItems.length;
      if (from === undefined || to === undefined) continue;
      if (isShared || restItems(before, after) === "schema")
        compareNodes(from, to, itemPath(path, index), draft);
    }
    if (before.items !== undefined || after.items !== undefined)
      compareNodes(
        before.items ?? anyNode(before),
        after.items ?? anyNode(after),
        itemPath(path),
        draft,
      );
    compareOptional(before.unevaluatedItems, after.unevaluatedItems, itemPath(path), draft);
    before.contains.forEach((each, index) => {
      const other = after.contains[index];
      if (other !== undefined) compareNodes(each.node, other.node, itemPath(path), draft);
    });
  }

  function compareConditions(pair: ValuePair, path: string, draft: Draft): void {
    const { node: before } = pair.before;
    const { node: after } = pair.after;
    compareBranches(pair, path, draft);
    const conditionals = pairUp(before.conditionals, after.conditionals, (from, to) =>
      areEquivalent(from.if, to.if),
    );
    for (const [from, to] of conditionals)
      for (const part of ["then", "else"] as const)
        compareBranch(from[part], to[part], path, draft);
    const dependents = pairUp(
      before.dependentSchemas,
      after.dependentSchemas,
      (from, to) => from.name === to.name,
    );
    for (const [from, to] of dependents) compareNodes(from.node, to.node, path, draft);
  }

  function compareBranch(
    before: Conditional["then"],
    after: Conditional["then"],
    path: string,
    draft: Draft,
  ): void {
    if (before === undefined && after === undefined) return;
    const given = (before ?? after) as Node;
    compareNodes(before ?? anyNode(given), after ?? anyNode(given), path, draft);
  }

  /** Where one side says nothing it allows everything; closing and opening are rules of their own. */
  function compareOptional(
    before: Node | undefined,
    after: Node | undefined,
    path: string,
    draft: Draft,
  ): void {
    if (before?.never !== undefined || after?.never !== undefined) return;
    compareBranch(before, after, path, draft);
  }

  function areEquivalent(before: Node, after: Node): boolean {
    return all(before, after, ({ rule }) => rule.id === "description-changed");
  }

  function acceptsAll(before: Node, after: Node): boolean {
    return all(before, after, (found) => flowLevels(found)?.sender !== "breaking");
  }

  function addsNoValues(before: Node, after: Node): boolean {
    return all(before, after, (found) => flowLevels(found)?.reader === "safe");
  }

  /** Whether what two schemas differ in is such, all the way down. */
  function all(before: Node, after: Node, isSuch: (found: RuleFound) => boolean): boolean {
    return isAll(draftOf(before, after), isSuch, new Set());
  }

  /** Each pair once: a question at every level of schemas in schemas would else be asked again by all above. */
  function draftOf(before: Node, after: Node): Draft {
    const known = drafts.get(before)?.get(after);
    if (known !== undefined) return known;
    const draft = emptyDraft();
    const ofBefore = drafts.get(before) ?? new WeakMap<Node, Draft>();
    // Known before it is done: a schema may lead to itself through what a text holds.
    drafts.set(before, ofBefore.set(after, draft));
    compareNodes(before, after, "", draft);
    return draft;
  }
}

/** Several branches may have the same condition: each is held against one of the other side. */
function pairUp<Each>(
  before: readonly Each[],
  after: readonly Each[],
  isSame: (from: Each, to: Each) => boolean,
): (readonly [Each, Each])[] {
  const left = [...after];
  return before.flatMap((from) => {
    const index = left.findIndex((to) => isSame(from, to));
    return index < 0 ? [] : left.splice(index, 1).map((to) => [from, to] as const);
  });
}

function isAll(
  { found, links }: Pick<PairReport, "found" | "links">,
  isSuch: (found: RuleFound) => boolean,
  seen: Set<object>,
): boolean {
  return (
    found.every((each) => isSuch(each.found)) &&
    links.every(({ to }) => {
      if (seen.has(to)) return true;
      seen.add(to);
      return isAll(to, isSuch, seen);
    })
  );
}

function flowLevels({ levels, rule }: RuleFound): FlowLevels | undefined {
  const found = levels ?? rule.levels;
  return "sender" in found ? found : undefined;
}

/** Nothing but alternatives on one side, and no choice on the other. */
function isChoice(value: Value, other: Value): boolean {
  return (
    value.branches !== undefined &&
    other.branches === undefined &&
    other.openEnum === undefined &&
    isBare(value.node) &&
    !isBare(other.node)
  );
}

function emptyDraft(): Draft {
  return { found: [], links: [] };
}

function report(
  draft: Draft,
  path: string,
  rules: readonly Rule[],
  run: (rule: Rule) => Iterable<RuleMatch> | undefined,
): void {
  for (const rule of rules)
    for (const found of run(rule) ?? []) draft.found.push({ found: { ...found, rule }, path });
}

/** A composition has no text of its own; its parts have. */
function isAuthored({ context: seen, at }: Value): boolean {
  return seen.schemas.source(at.document) !== undefined;
}

/** A named type, or what stands for all that say nothing: both are compared once, so that recursion ends. */
function definitionFor(node: Node, { definition }: Value): Definition | undefined {
  if (isUnconstrained(node)) return ANYTHING;
  return soleReference(node) !== undefined || node.references.length > 1 ? definition : undefined;
}

/** Any value may be given, where the other side says of which type it is. */
function saysNothing({ node, types }: Value, other: Value): boolean {
  return types === undefined && isUnconstrained(node) && other.types !== undefined;
}

/** Nothing but alternatives. */
function isBare(node: Node): boolean {
  return node.types === undefined && node.values === undefined && node.properties.size === 0;
}

function haveNothingInCommon(before: Value, after: Value): boolean {
  const { types: from } = before;
  const { types: to } = after;
  if (allowsNothing(before) || allowsNothing(after))
    return allowsNothing(before) !== allowsNothing(after);
  if (from === undefined || to === undefined) return false;
  return !from.some(
    (type) =>
      to.includes(type) ||
      (type === "integer" && to.includes("number")) ||
      (type === "number" && to.includes("integer")),
  );
}
