/**
 * Lays out an array for its `contains` rules: each item for one rule, at the end behind a prefix, or anywhere; then
 * items that serve several rules.
 */

import type { Contains } from "../node.js";

/** The rules that an item serves, by index. */
export type Layout = ReadonlyMap<number, readonly Contains[]>;

/** @param prefix items at the start that have rules of their own */
export function* containsLayouts(
  rules: readonly Contains[],
  length: number,
  prefix: number,
): Generator<Layout, void> {
  const asked = rules.flatMap((rule) => Array<Contains>(Math.ceil(rule.min)).fill(rule));
  if (asked.length === 0) return yield new Map();
  const afterPrefix = Math.max(0, Math.min(prefix, length - asked.length));
  for (const start of new Set([afterPrefix, 0, 1, 2])) yield laidOut(asked, start, length);
  yield shared(rules);
}

function laidOut(asked: readonly Contains[], start: number, length: number): Layout {
  const layout = new Map<number, Contains[]>();
  for (const [index, rule] of asked.entries()) {
    const at = (start + index) % Math.max(1, length);
    layout.set(at, [...(layout.get(at) ?? []), rule]);
  }
  return layout;
}

function shared(rules: readonly Contains[]): Layout {
  const most = Math.max(...rules.map(({ min }) => min));
  return new Map(
    Array.from({ length: most }, (_, at) => [at, rules.filter(({ min }) => min > at)]),
  );
}
