/**
 * Decides if an ECMAScript regular expression with the flag `u` can take exponential or polynomial time: README.md.
 * Importing this module loads a parser; `trivial.ts`, `budget.ts` and `code-points.ts` can be imported without it.
 */

export { analyzePattern, type PatternVerdict } from "./analyze-pattern.js";
export { isTriviallySafe } from "./trivial.js";
