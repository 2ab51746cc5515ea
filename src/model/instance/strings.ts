/**
 * Makes texts that may satisfy nodes: by format; in words where the nodes ask for nothing else; else from the patterns.
 */

import { lengthOf } from "@proto-gen/runtime/codegen/v1";
import type { Node } from "../node.js";
import { FORMATS } from "../../keywords/formats.js";
import { sampleLimits } from "../../keywords/simple-keywords.js";
import { samplesOf, typicalOf } from "./format-samples.js";
import { patternTexts } from "./pattern-texts.js";
import type { ValueContext, Search } from "./search.js";
import { textFor } from "./wording.js";

/** No example is longer, nor is any text that is made on the way to one. */
const MAX_LENGTH = 4_096;
const MAX_NUMBER = 300;

export function* strings(
  nodes: readonly Node[],
  { name, owner }: ValueContext,
  search: Search,
): Generator<string, void> {
  const limits = sampleLimits(nodes, "string");
  const low = Math.max(0, limits.low);
  const high = Math.min(MAX_LENGTH, limits.high);
  if (low > high) return;
  const patterns = [...new Set(limits.patterns)];
  const tests = patterns.map((pattern) => new RegExp(pattern, "u"));
  const seen = new Set<string>();
  for (const text of proposals()) {
    search.budget.spend(1 + text.length / 100);
    const length = lengthOf(text);
    if (length < low || length > high || seen.has(text)) continue;
    // Patterns that take polynomial time are let through when schemas are read.
    if (tests.length > 0) search.budget.spend((length / 64) ** 3);
    if (!tests.every((test) => test.test(text))) continue;
    seen.add(text);
    yield text;
  }

  function* proposals(): Generator<string, void> {
    const lengths = [low, Math.min(high, low + 32)];
    for (const format of limits.formats) yield* samplesOf(format, name, lengths);
    if (patterns.some(isAnchored))
      for (const format of FORMATS.keys()) yield* typicalOf(format, name);
    if (patterns.length > 0) {
      yield textFor(name, owner, 1);
      yield* patternTexts(patterns, low, high);
    }
    for (let number = 1; number <= MAX_NUMBER; number++)
      yield fitted(textFor(name, owner, number), low, high);
    for (let number = 0; number < MAX_NUMBER; number++) yield letters(number, low);
  }
}

function isAnchored(pattern: string): boolean {
  return pattern.startsWith("^") && pattern.endsWith("$");
}

/** Repeated until it is long enough, or cut. */
function fitted(text: string, low: number, high: number): string {
  const characters = [...text];
  if (characters.length > high) return characters.slice(0, high).join("").trimEnd();
  if (characters.length >= low) return text;
  const repeated = [text];
  for (let length = characters.length; length < low; length += characters.length + 1)
    repeated.push(text);
  const all = [...repeated.join(" ")].slice(0, low).join("");
  return all.endsWith(" ") ? `${all.slice(0, -1)}.` : all;
}

/** `a` to `z`, then `aa` and so on. */
function letters(number: number, low: number): string {
  let text = "";
  for (let rest = number; rest >= 0; rest = Math.floor(rest / 26) - 1)
    text = String.fromCharCode(97 + (rest % 26)) + text;
  return text.padStart(low, "a");
}
