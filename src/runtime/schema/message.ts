/** Formats the message of a violated rule. */

import type { Rule } from "./issue.js";

export function messageOf({ text, noun = "" }: Rule, expected: unknown): string {
  if (!text.endsWith(" ")) return text;
  return text + (Array.isArray(expected) ? listed(expected) : String(expected)) + noun;
}

/** Lists are constants of generated code, so each is formatted once. */
const lists = new WeakMap<readonly unknown[], string>();

function listed(values: readonly unknown[]): string {
  const text = lists.get(values) ?? values.map((value) => JSON.stringify(value)).join(", ");
  lists.set(values, text);
  return text;
}
