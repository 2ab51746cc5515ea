/** Collects the members or items that a node evaluates of a value that satisfies it (JSON Schema 2020-12 §11). */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Node } from "../node.js";
import { holds, isFulfilled, type JudgeState } from "./satisfies.js";

/** The judgement that asks what a node evaluates. */
interface Request {
  readonly judge: JudgeState;
  readonly nesting: number;
}

/**
 * Adds to `seen` what a node itself evaluates, without the nodes that apply in place. One further in
 * that has an `unevaluated*` of its own leaves nothing.
 */
type Mark<Key> = (node: Node, seen: Set<Key>) => void;

export function evaluatedMembers(
  node: Node,
  value: JsonObject,
  request: Request,
): ReadonlySet<string> {
  const names = Object.keys(value);
  const mark: Mark<string> = (each, seen) => {
    const all =
      each.additionalProperties !== undefined ||
      (each !== node && each.unevaluatedProperties !== undefined);
    for (const name of names) if (all || declares(each, name)) seen.add(name);
  };
  return collect(node, { value, mark, ...request });
}

export function evaluatedItems(
  node: Node,
  value: readonly Json[],
  request: Request,
): ReadonlySet<number> {
  const mark: Mark<number> = (each, seen) => {
    const all = each.items !== undefined || (each !== node && each.unevaluatedItems !== undefined);
    for (const [index, item] of value.entries()) {
      const matched = (): boolean =>
        each.contains.some((rule) => holds(rule.node, item, request.judge));
      if (all || index < each.prefixItems.length || matched()) seen.add(index);
    }
  };
  return collect(node, { value, mark, ...request });
}

function declares({ properties, patternProperties }: Node, name: string): boolean {
  if ((properties.get(name)?.origins.length ?? 0) > 0) return true;
  return patternProperties.some(({ pattern }) => new RegExp(pattern, "u").test(name));
}

interface Collection<Key> extends Request {
  readonly value: Json;
  readonly mark: Mark<Key>;
}

function collect<Key>(
  root: Node,
  { value, mark, judge, nesting }: Collection<Key>,
): ReadonlySet<Key> {
  const test = (node: Node): boolean => isFulfilled({ node, value, judge, nesting });
  const seen = new Set<Key>();
  const visited = new Set<Node>();
  const visit = (node: Node): void => {
    if (visited.has(node)) return;
    visited.add(node);
    judge.budget.spend(1);
    mark(node, seen);
    for (const { node: target } of node.references) visit(target);
    for (const branch of [...node.anyOf, ...node.oneOf].flat()) if (test(branch)) visit(branch);
    for (const conditional of node.conditionals) {
      const met = test(conditional.if);
      if (met) visit(conditional.if);
      const consequence = met ? conditional.then : conditional.else;
      if (consequence !== undefined) visit(consequence);
    }
    for (const { name, node: dependent } of node.dependentSchemas)
      if (isObject(value) && Object.hasOwn(value, name)) visit(dependent);
  };
  visit(root);
  return seen;
}
