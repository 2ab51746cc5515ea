/** Patterns of two schemas of one value: those of one side only. */

import type { Rule } from "../model/node.js";
import type { ValuePair } from "./value.js";

export interface PatternChange {
  readonly gone: readonly Rule<string>[];
  readonly added: readonly Rule<string>[];
}

export function patternChange({ before, after }: ValuePair): PatternChange {
  return {
    gone: only(before.node.patterns, after.node.patterns),
    added: only(after.node.patterns, before.node.patterns),
  };
}

function only(all: readonly Rule<string>[], others: readonly Rule<string>[]): Rule<string>[] {
  return all.filter(({ value }) => !others.some((each) => each.value === value));
}
