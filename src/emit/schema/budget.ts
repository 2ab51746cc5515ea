/**
 * A limit on what is written out. Two members of the next type, forty times over, are a small schema
 * and a larger text than any machine holds, so what is written is counted while it is written.
 */

import type { Json } from "@proto-gen/runtime/json";
import { BUDGETS } from "../../budgets.js";
import { failure, type SourceLocation } from "../../errors.js";
import type { Node } from "../../model/node.js";

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
  /** Runs the writing of one schema; schemas within it are written meanwhile. */
  within<Value>(node: Node, write: () => Value): Value;
}

/**
 * @param subject what is written out, for the message
 * @throws ProtoGenError EMIT_TOOL_TOO_LARGE from `within`
 */
export function createBudget(limits: Limits, subject: string, place?: SourceLocation): Budget {
  const weights = new WeakMap<Node, number>();
  const spent = { schemas: 0, text: 0, depth: 0 };

  function spend(member: keyof Limits, amount: number, unit: string): void {
    spent[member] += amount;
    if (spent[member] <= limits[member]) return;
    const limit = limits[member].toLocaleString("en-US");
    throw failure(
      "EMIT_TOOL_TOO_LARGE",
      `${subject} has more than ${limit} ${unit} once every type is inlined`,
      { place },
    );
  }

  function weigh(node: Node): number {
    const known = weights.get(node);
    if (known !== undefined) return known;
    const weight = textOf(node).reduce<number>((sum, each) => sum + sizeOf(each), 0);
    weights.set(node, weight);
    return weight;
  }

  return {
    within(node, write) {
      spend("schemas", 1, "schemas");
      spend("text", weigh(node), "characters");
      spend("depth", 1, "levels");
      const result = write();
      spent.depth--;
      return result;
    },
  };
}

/** The size of a node's own keywords, without the schemas in it. */
function textOf(node: Node): (Json | undefined)[] {
  return [
    Object.values(node.annotations) as Json[],
    node.values?.value,
    [...node.properties.keys()],
    node.patternProperties.map(({ pattern }) => pattern),
    node.pattern.map(({ value }) => value),
    node.dependentRequired.map(({ name, required }) => [name, ...required.value]),
  ];
}

function sizeOf(value: Json | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
