/**
 * Makes texts that may match patterns (ECMA-262, flag `u`), the plainest first. They follow the pattern's syntax, but no
 * lookarounds and no backtracking, so the caller has to test each text.
 */

import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { WorkBudget, BudgetExceeded } from "../../pattern-analysis/budget.js";
import { codePointsOf, intersection, type CodePoints } from "../../pattern-analysis/code-points.js";

/** How one text differs from the plainest one. */
interface Variation {
  /** Repetitions beyond the fewest, for the first quantifiers that take them. */
  readonly extra: number;
  /** Which alternative and which character, counted from the first. */
  readonly turn: number;
  /** True where the text of a lookahead is put where it stands. */
  readonly lookaheads: boolean;
}

interface Writer {
  readonly variation: Variation;
  readonly sets: Map<AST.Element, CodePoints>;
  readonly groups: Map<AST.CapturingGroup, string>;
  readonly budget: WorkBudget;
  extra: number;
  /** Characters written from sets, so that they do not all look the same. */
  written: number;
}

const MAX_WORK = 20_000;
const MAX_TURNS = 4;
const MAX_EXTRA = 48;

export function* patternTexts(
  patterns: readonly string[],
  low: number,
  high: number,
): Generator<string, void> {
  const parsed = patterns.flatMap((pattern) => parse(pattern) ?? []);
  const sets = new Map<AST.Element, CodePoints>();
  for (const variation of variations(low, high)) {
    const texts = parsed.flatMap((pattern) => write(pattern, variation, sets) ?? []);
    yield* texts;
    if (texts.length > 1) yield texts.join("");
  }
}

function* variations(low: number, high: number): Generator<Variation, void> {
  const most = Math.min(high, low + MAX_EXTRA);
  for (let extra = 0; extra <= most; extra++) yield { extra, turn: 0, lookaheads: false };
  for (let turn = 0; turn < MAX_TURNS; turn++)
    for (let extra = 0; extra <= Math.min(most, 16); extra++)
      for (const lookaheads of [false, true]) yield { extra, turn, lookaheads };
}

function parse(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern, 0, pattern.length, {
      unicode: true,
    });
  } catch {
    return undefined;
  }
}

function write(
  pattern: AST.Pattern,
  variation: Variation,
  sets: Writer["sets"],
): string | undefined {
  const writer: Writer = {
    variation,
    sets,
    groups: new Map(),
    budget: new WorkBudget(MAX_WORK),
    extra: variation.extra,
    written: 0,
  };
  try {
    return alternatives(pattern.alternatives, writer);
  } catch (error) {
    if (error instanceof BudgetExceeded) return undefined;
    throw error;
  }
}

function alternatives(all: readonly AST.Alternative[], writer: Writer): string {
  const chosen = all[writer.variation.turn % all.length];
  return (chosen?.elements ?? []).map((each) => element(each, writer)).join("");
}

function element(node: AST.Element, writer: Writer): string {
  writer.budget.spend(1);
  switch (node.type) {
    case "Character":
      return String.fromCodePoint(node.value);
    case "CharacterSet":
    case "CharacterClass":
      return pick(readable(node, writer), writer.written++ + writer.variation.turn);
    case "Group":
      return alternatives(node.alternatives, writer);
    case "CapturingGroup": {
      const text = alternatives(node.alternatives, writer);
      writer.groups.set(node, text);
      return text;
    }
    case "Backreference": {
      const group = Array.isArray(node.resolved) ? node.resolved[0] : node.resolved;
      return (group && writer.groups.get(group)) ?? "";
    }
    case "Assertion":
      return node.kind === "lookahead" && !node.negate && writer.variation.lookaheads
        ? alternatives(node.alternatives, writer)
        : "";
    case "Quantifier":
      return quantifier(node, writer);
    default:
      return "";
  }
}

function quantifier({ element: body, min, max }: AST.Quantifier, writer: Writer): string {
  const more = Math.min(writer.extra, max - min);
  writer.extra -= more;
  let text = "";
  for (let count = 0; count < min + more; count++) text += element(body, writer);
  return text;
}

const READABLE: readonly CodePoints[] = [
  [[0x61, 0x7a]],
  [[0x41, 0x5a]],
  [[0x31, 0x39]],
  [[0x30, 0x39]],
  [[0x21, 0x7e]],
  [[0x20, 0x7e]],
  [[0xa1, 0xd7ff]],
];

/** The characters of a set that read best. */
function readable(node: AST.CharacterSet | AST.CharacterClass, { sets }: Writer): CodePoints {
  const known = sets.get(node);
  if (known !== undefined) return known;
  const set = codePointsOf(node);
  const best = READABLE.map((each) => intersection(set, each));
  const found = best.find(({ length }) => length > 0) ?? set;
  sets.set(node, found);
  return found;
}

/** One after another: `[A-Z]{3}` is ABC. */
function pick(ranges: CodePoints, index: number): string {
  const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  let left = count === 0 ? 0 : index % count;
  for (const [first, last] of ranges) {
    if (left <= last - first) return String.fromCodePoint(first + left);
    left -= last - first + 1;
  }
  return "";
}
