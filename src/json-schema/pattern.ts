/**
 * Pattern: in goes the value of a `pattern` keyword, out comes whether the `RegExp` made of
 * it can be left to run on hostile input. Load this module only for what `isTriviallySafe`
 * does not settle: it brings a parser along.
 */
import { attackText } from "./pattern/attack.js";
import { findAttack } from "./pattern/find-attack.js";
import { isTriviallySafe, sizeProblem } from "./pattern/trivial.js";

export type PatternVerdict =
  | { kind: "safe" }
  | { kind: "invalid"; reason: string }
  /** `attack` is a text on which the engine would not come back. */
  | { kind: "exponential"; reason: string; attack: string }
  | { kind: "unsupported"; reason: string };

const ATTACK_REPEATS = 40;

/**
 * Judges `source` as ECMA-262 with flag `u`, matched anywhere in the text. What backtracks
 * polynomially, such as `\d+\d+$`, counts as safe. Never throws, and takes bounded time.
 */
export function analyzePattern(source: string): PatternVerdict {
  const large = sizeProblem(source);
  if (large !== undefined) return { kind: "unsupported", reason: large };
  const invalid = engineError(source);
  if (invalid !== undefined) return { kind: "invalid", reason: invalid };
  if (isTriviallySafe(source)) return { kind: "safe" };
  const found = findAttack(source);
  if (!found) return { kind: "safe" };
  if (typeof found === "string") return { kind: "unsupported", reason: found };
  const pump = JSON.stringify(found.pump);
  const reason = found.repeats
    ? `each ${pump} in a row can be matched in more than one way`
    : `${pump} can be matched in more ways than can be tried`;
  return { kind: "exponential", reason, attack: attackText(found, ATTACK_REPEATS) };
}

function engineError(source: string): string | undefined {
  try {
    new RegExp(source, "u");
    return undefined;
  } catch (error) {
    // "Invalid regular expression: /(/u: Unterminated group"
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf("/u: ") + 1).replace(/^u: /, "");
  }
}
