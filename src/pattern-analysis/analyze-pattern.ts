/**
 * The verdict on one pattern: can the `RegExp` made of it run on hostile input? This module loads a parser, so
 * import it lazily, for the patterns that `isTriviallySafe` does not settle.
 */

import { attackText } from "./attack.js";
import { MAX_DEGREE } from "./degree.js";
import { findAttack } from "./find-attack.js";
import { isTriviallySafe, sizeProblem } from "./trivial.js";

/** `reason` completes a sentence whose subject is the pattern. */
export type PatternVerdict =
  /** At most quadratic, or short enough texts. */
  | { kind: "safe" }
  /** Not a regular expression with the flag `u`; `reason` is the engine's own message. */
  | { kind: "invalid"; reason: string }
  /** `attack` is a text on which the engine does not return. */
  | { kind: "exponential"; reason: string; attack: string }
  /** `maxLength`, in characters, is the longest text on which the engine returns in about a second. */
  | { kind: "polynomial"; reason: string; degree: number; maxLength: number }
  /** Too large to decide, or with a feature that the analysis does not model, such as a backreference. */
  | { kind: "unsupported"; reason: string };

/** Repetitions of the pump in an attack: 2^40 attempts at the least. */
const ATTACK_REPEATS = 40;

/**
 * The most attempts that an engine may make on the longest text that `maxLength` admits, for a pattern that is worse
 * than quadratic. It is about a second's work.
 */
const MAX_STEPS = 2 ** 27;

/**
 * Analyzes `source` as ECMA-262 with the flag `u`, matched anywhere in the text. A pattern that backtracks in the
 * square of the text's length, such as `^\d+\d+$`, is safe; one with a higher power is safe for short texts only.
 * Never throws. Takes bounded time: work is counted, so the verdict is the same on every machine.
 *
 * @param source the pattern, without slashes and flags
 * @param maxLength the longest text that the pattern is tried on, in characters (code points)
 * @example analyzePattern("^(a+)+$").kind // "exponential"
 */
export function analyzePattern(source: string, maxLength = Infinity): PatternVerdict {
  const large = sizeProblem(source);
  if (large !== undefined) return { kind: "unsupported", reason: large };
  const invalid = engineError(source);
  if (invalid !== undefined) return { kind: "invalid", reason: invalid };
  if (isTriviallySafe(source)) return { kind: "safe" };
  const found = attackOn(source);
  if (typeof found === "string") return { kind: "unsupported", reason: found };
  if ("degree" in found) return polynomialVerdict(found.degree, maxLength);
  const pump = JSON.stringify(found.pump);
  const reason = found.repeats
    ? `each repetition of ${pump} can match in more than one way`
    : `${pump} can match in more ways than can be tried`;
  return { kind: "exponential", reason, attack: attackText(found, ATTACK_REPEATS) };
}

/** Schemas repeat their patterns, and a watcher reads them again. Cleared once it is full. */
const attacks = new Map<string, ReturnType<typeof findAttack>>();
const MAX_ATTACKS = 1000;

function attackOn(source: string): ReturnType<typeof findAttack> {
  const known = attacks.get(source);
  if (known !== undefined) return known;
  if (attacks.size >= MAX_ATTACKS) attacks.clear();
  const found = findAttack(source);
  attacks.set(source, found);
  return found;
}

function polynomialVerdict(degree: number, maxLength: number): PatternVerdict {
  const longest = longestText(degree);
  if (degree <= MAX_DEGREE || maxLength <= longest) return { kind: "safe" };
  const reason = `${degree} repetitions can split the same text among them in length^${degree} ways`;
  return { kind: "polynomial", reason, degree, maxLength: longest };
}

/**
 * Each of `degree` repetitions may end at any of `length` positions: `length ** degree / degree!` attempts. A check of
 * `maxLength` counts characters, which may have two UTF-16 units each, hence the half.
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
