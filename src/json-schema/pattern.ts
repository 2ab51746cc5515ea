/**
 * Pattern: in goes the value of a `pattern` keyword, out comes whether the `RegExp` made of
 * it can be left to run on hostile input. Load this module only for what `isTriviallySafe`
 * does not settle: it brings a parser along.
 */
import { attackText } from "./pattern/attack.js";
import { MAX_DEGREE } from "./pattern/degree.js";
import { findAttack } from "./pattern/find-attack.js";
import { isTriviallySafe, sizeProblem } from "./pattern/trivial.js";

export type PatternVerdict =
  | { kind: "safe" }
  | { kind: "invalid"; reason: string }
  /** `attack` is a text on which the engine would not come back. */
  | { kind: "exponential"; reason: string; attack: string }
  /** `maxLength` is the longest text on which the engine would still come back in time. */
  | { kind: "polynomial"; reason: string; degree: number; maxLength: number }
  | { kind: "unsupported"; reason: string };

const ATTACK_REPEATS = 40;

/**
 * What an engine may try on the longest text that `maxLength` lets pass, where a pattern is worse than quadratic:
 * about a second's work.
 */
export const MAX_STEPS = 2 ** 27;

/**
 * Judges `source` as ECMA-262 with flag `u`, matched anywhere in the text. What backtracks
 * in the square of the text's length, such as `^\d+\d+$`, counts as safe; what does in a higher power
 * is safe where the text is short. Never throws, and takes bounded time.
 *
 * @param maxLength of the text, in characters, where the schema has one
 */
export function analyzePattern(source: string, maxLength = Infinity): PatternVerdict {
  const large = sizeProblem(source);
  if (large !== undefined) return { kind: "unsupported", reason: large };
  const invalid = engineError(source);
  if (invalid !== undefined) return { kind: "invalid", reason: invalid };
  if (isTriviallySafe(source)) return { kind: "safe" };
  const found = findAttack(source);
  if (typeof found === "string") return { kind: "unsupported", reason: found };
  if ("degree" in found) return polynomialVerdict(found.degree, maxLength);
  const pump = JSON.stringify(found.pump);
  const reason = found.repeats
    ? `each ${pump} in a row can be matched in more than one way`
    : `${pump} can be matched in more ways than can be tried`;
  return { kind: "exponential", reason, attack: attackText(found, ATTACK_REPEATS) };
}

function polynomialVerdict(degree: number, maxLength: number): PatternVerdict {
  const longest = longestText(degree);
  if (degree <= MAX_DEGREE || maxLength <= longest) return { kind: "safe" };
  const reason = `${degree} repetitions can divide one text among them, in as many ways as its length to the power of ${degree}`;
  return { kind: "polynomial", reason, degree, maxLength: longest };
}

/**
 * Of `length` places, `degree` repetitions end at any: `length ** degree / degree!` attempts. The check of a
 * length counts characters, which may be two units each, and lets pass what is no longer in units than twice.
 */
function longestText(degree: number): number {
  let product = MAX_STEPS;
  for (let factor = 2; factor <= degree; factor++) product *= factor;
  return Math.floor(product ** (1 / degree) / 2);
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
