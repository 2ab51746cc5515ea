import { impliedByList } from "./literals.js";
import { ruleDifference } from "./rule-difference.js";
import type { ValuePair } from "../pairs/value.js";
import type { Rule } from "../../keywords/simple-keyword.js";

export interface PatternChange {
  readonly gone: readonly Rule<string>[];
  readonly added: readonly Rule<string>[];
}

/** Does not report again what a change of a list of values already implies. */
export function patternChange(pair: ValuePair): PatternChange {
  const { pattern: from } = pair.before.node;
  const { pattern: to } = pair.after.node;
  const told = impliedByList(pair);
  const { isTighter, isLooser } = ruleDifference(pair, "pattern");
  return {
    gone: isLooser && !told.allowed ? only(from, to) : [],
    added: isTighter && !told.refused ? only(to, from) : [],
  };
}

function only(all: readonly Rule<string>[], others: readonly Rule<string>[]): Rule<string>[] {
  return all.filter(({ value }) => !others.some((each) => each.value === value));
}
