/**
 * A limit on what is written out. Two members of the next type, forty times over, are a small schema
 * and a larger text than any machine holds, so what is written is counted while it is written.
 */

import { BUDGETS } from "../../budgets.js";
import { failure, type SourceLocation } from "../../errors.js";

export interface Limits {
  readonly schemas: number;
  /** The length of descriptions, values, names and patterns, in characters. */
  readonly text: number;
  /** Schemas within schemas: each level takes room on the stack, here and in every reader. */
  readonly depth: number;
}

export const LIMITS: Limits = {
  schemas: BUDGETS.toolSchemas.limit,
  text: BUDGETS.toolText.limit,
  depth: BUDGETS.toolDepth.limit,
};

export interface Budget {
  /**
   * Runs the writing of one schema; schemas within it are written meanwhile.
   *
   * @param characters the length of its own text, without the schemas in it
   */
  within<Value>(characters: number, write: () => Value): Value;
}

/**
 * @param subject what is written out, for the message
 * @throws ProtoGenError EMIT_TOOL_TOO_LARGE from `within`
 */
export function createBudget(limits: Limits, subject: string, place?: SourceLocation): Budget {
  const spent = { schemas: 0, text: 0, depth: 0 };

  function spend(member: keyof Limits, amount: number, unit: string): void {
    spent[member] += amount;
    if (spent[member] <= limits[member]) return;
    const limit = limits[member].toLocaleString("en-US");
    throw failure("EMIT_TOOL_TOO_LARGE", `${subject} has more than ${limit} ${unit}`, { place });
  }

  return {
    within(characters, write) {
      spend("schemas", 1, "schemas");
      spend("text", characters, "characters");
      spend("depth", 1, "levels");
      const result = write();
      spent.depth--;
      return result;
    },
  };
}
