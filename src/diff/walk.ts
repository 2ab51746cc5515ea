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
} from "../model/node.js";
import { NodeBuilder } from "../model/node-builder.js";
import { matchBranches } from "./branches.js";
import { memberPair } from "./member.js";
import { childPath, itemPath, keyPath, memberPath } from "./payload-path.js";
import type { Found, Rule } from "./rule.js";
import type { Seen } from "./side.js";
import { anyNode, valueOf, type Alike, type Value, type ValuePair } from "./value.js";

export interface RuleFound extends Found {
  readonly rule: Rule;
}

/** What two definitions differ in, less what those differ in that they refer to. */
export interface PairReport {
  readonly before: Definition;
  readonly after: Definition;
  readonly found: readonly { readonly found: RuleFound; readonly path: string }[];
  readonly links: readonly { readonly path: string; readonly to: PairReport }[];
  /** Schemas of each side that have a part in it, as `document#pointer`. */
  readonly reached: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> };
}

export interface Walk {
  compare(before: Definition, after: Definition): PairReport;
  readonly areAlike: Alike;
}

interface Draft {
  readonly found: { readonly found: RuleFound; readonly path: string }[];
  readonly links: { readonly path: string; readonly to: PairReport }[];
  readonly reached: { readonly before: Set<string>; readonly after: Set<string> };
}

/** What a pair is told by the one above. */
interface Told {
  readonly isAnnounced?: boolean;
}

export function createWalk(
  sides: { readonly before: Seen; readonly after: Seen },
  rules: readonly Rule[],
): Walk {
  const reports = new Map<string, PairReport>();
  const walk: Walk = { compare, areAlike };
  return walk;

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
    reach(draft, before, after);
    const values = { before: valueOf(sides.before, before), after: valueOf(sides.after, after) };
    const from = definitionFor(before, values.before);
    const to = definitionFor(after, values.after);
    if (from === undefined || to === undefined || from === to) {
      compareValues(values, path, draft, told);
      return;
    }
    // What the references themselves say; the rest is the definitions' own.
    const said: ValuePair = {
      before: { ...values.before, annotations: before.annotations },
      after: { ...values.after, annotations: after.annotations },
      isAnnounced: told.isAnnounced === true,
      areAlike,
    };
    report(draft, path, rules, (rule) => rule.annotations?.(said));
    draft.links.push({ path, to: compare(from, to) });
  }

  function compareValues(
    { before, after }: { readonly before: Value; readonly after: Value },
    path: string,
    draft: Draft,
    told: Told,
  ): void {
    reach(draft, before.node, after.node);
    const isOther = haveNothingInCommon(before, after);
    const pair: ValuePair = {
      before,
      after,
      isAnnounced: told.isAnnounced === true,
      areAlike,
    };
    if (compareAlternatives(pair, path, draft)) return;
    report(draft, path, rules, (rule) => rule.annotations?.(pair));
    report(draft, path, rules, (rule) => (isOther ? rule.replacements : rule.values)?.(pair));
    // Of what said nothing before there is no more to say than that it says something now.
    if (isOther || isUntyped(before) !== isUntyped(after)) return;
    compareMembers(pair, path, draft);
    compareItems(pair, path, draft);
    compareConditions(pair, path, draft);
  }

  /** One schema became one of several, or the other way: the rest of it is that alternative's. */
  function compareAlternatives(pair: ValuePair, path: string, draft: Draft): boolean {
    const { before, after } = pair;
    const isChoice = (value: Value, other: Value): boolean =>
      value.branches !== undefined &&
      other.branches === undefined &&
      other.known === undefined &&
      isBare(value.node) &&
      !isBare(other.node);
    const splits = isChoice(after, before);
    if (!splits && !isChoice(before, after)) return false;
    const matched = matchBranches(
      sides,
      splits ? [before.node] : (before.branches ?? []),
      splits ? (after.branches ?? []) : [after.node],
    );
    const [match] = matched.pairs;
    if (match === undefined) return false;
    const as = (value: Value, branches: readonly Node[]): Value => ({ ...value, branches });
    const choice: ValuePair = {
      ...pair,
      before: splits ? as(before, [before.node]) : before,
      after: splits ? after : as(after, [after.node]),
    };
    report(
      draft,
      path,
      rules.filter(({ id }) => id.startsWith("union-branch-")),
      (rule) => rule.values?.(choice),
    );
    compareNodes(match[0], match[1], path, draft);
    return true;
  }

  function compareMembers(pair: ValuePair, path: string, draft: Draft): void {
    const { node: before } = pair.before;
    const { node: after } = pair.after;
    for (const name of new Set([...before.properties.keys(), ...after.properties.keys()])) {
      const member = memberPair(name, pair);
      const at = memberPath(path, name);
      report(draft, at, rules, (rule) => rule.members?.(member));
      if (member.before === undefined || member.after === undefined) continue;
      const isAnnounced = member.said.after?.isTransition === true;
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
    for (const { pattern, node } of before.patternProperties) {
      const other = after.patternProperties.find((each) => each.pattern === pattern);
      if (other !== undefined) compareNodes(node, other.node, childPath(path), draft);
    }
    const keys = before.propertyNames.length === 1 && after.propertyNames.length === 1;
    if (keys) compareNodes(before.propertyNames[0]!, after.propertyNames[0]!, keyPath(path), draft);
  }

  function compareItems(pair: ValuePair, path: string, draft: Draft): void {
    const { node: before } = pair.before;
    const { node: after } = pair.after;
    const shared = Math.min(before.prefixItems.length, after.prefixItems.length);
    for (let index = 0; index < shared; index++)
      compareNodes(
        before.prefixItems[index]!,
        after.prefixItems[index]!,
        itemPath(path, index),
        draft,
      );
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
    if (pair.before.branches !== undefined && pair.after.branches !== undefined) {
      const { pairs } = matchBranches(sides, pair.before.branches, pair.after.branches);
      for (const [from, to] of pairs) compareNodes(from, to, path, draft);
    }
    for (const conditional of before.conditionals) {
      const other = after.conditionals.find((each) => areAlike(conditional.if, each.if));
      if (other === undefined) continue;
      for (const part of ["then", "else"] as const)
        compareBranch(conditional[part], other[part], path, draft);
    }
    for (const { name, node } of before.dependentSchemas) {
      const other = after.dependentSchemas.find((each) => each.name === name);
      if (other !== undefined) compareNodes(node, other.node, path, draft);
    }
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

  function areAlike(before: Node, after: Node): boolean {
    const draft = emptyDraft();
    compareNodes(before, after, "", draft);
    return isUnchanged(draft, new Set());
  }

  function isUnchanged(
    { found, links }: Pick<PairReport, "found" | "links">,
    seen: Set<object>,
  ): boolean {
    return (
      found.every(({ found: { rule } }) => rule.id === "description-changed") &&
      links.every(({ to }) => {
        if (seen.has(to)) return true;
        seen.add(to);
        return isUnchanged(to, seen);
      })
    );
  }
}

function emptyDraft(): Draft {
  return { found: [], links: [], reached: { before: new Set(), after: new Set() } };
}

function report(
  draft: Draft,
  path: string,
  rules: readonly Rule[],
  run: (rule: Rule) => Iterable<Found> | undefined,
): void {
  for (const rule of rules)
    for (const found of run(rule) ?? []) draft.found.push({ found: { ...found, rule }, path });
}

/** A named type, or what stands for all that say nothing: both are compared once, so that recursion ends. */
function definitionFor(node: Node, { definition }: Value): Definition | undefined {
  if (isUnconstrained(node)) return ANYTHING;
  return soleReference(node) !== undefined || node.references.length > 1 ? definition : undefined;
}

const NOWHERE = Object.freeze({ document: "", pointer: "" });
const ANYTHING: Definition = Object.freeze({
  key: "anything",
  origin: NOWHERE,
  node: new NodeBuilder(NOWHERE).finish(),
});

function isUntyped({ node, types }: Value): boolean {
  return types === undefined && isUnconstrained(node);
}

/** Nothing but alternatives. */
function isBare(node: Node): boolean {
  return node.types === undefined && node.values === undefined && node.properties.size === 0;
}

function haveNothingInCommon(before: Value, after: Value): boolean {
  const { types: from } = before;
  const { types: to } = after;
  if (before.node.never !== undefined || after.node.never !== undefined)
    return before.node.never === undefined || after.node.never === undefined;
  if (from === undefined || to === undefined) return false;
  return !from.some(
    (type) =>
      to.includes(type) ||
      (type === "integer" && to.includes("number")) ||
      (type === "number" && to.includes("integer")),
  );
}

function reach(draft: Draft, before: Node, after: Node): void {
  reachOn(draft.reached.before, before);
  reachOn(draft.reached.after, after);
}

function reachOn(reached: Set<string>, node: Node): void {
  const add = ({ document, pointer }: { document: string; pointer: string }): void =>
    void reached.add(`${document}#${pointer}`);
  add(node.origin);
  if (node.types !== undefined) add(node.types.origin);
  if (node.values !== undefined) add(node.values.origin);
  for (const { origins, required } of node.properties.values()) {
    origins.forEach(add);
    if (required !== undefined) add(required);
  }
  for (const { origin } of node.references) add(origin);
}
