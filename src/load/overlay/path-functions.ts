/**
 * The functions of JSONPath that the library does not run as RFC 9535 §2.4 says, or that could run for ever: `length` of a text
 * counts characters, and `match` and `search` try patterns on texts alone, safe ones, and bounded in their work.
 */

import { jsonpath, type JSONPathEnvironment } from "json-p3";
import { analyzePattern } from "../../pattern-analysis/analyze-pattern.js";

/** A query that is not valid, or that may not be run. */
export class PathError extends Error {
  override readonly name = "PathError";
}

/** Counts the work of a query, in values that it visits. Throws what ends the query. */
export type SpendSteps = (steps: number) => void;

/** The functions of a query are made once, and each run of it sets the counter that they call. */
export interface PathMeter {
  spend: SpendSteps;
}

type FilterFunctions = JSONPathEnvironment["functionRegister"];

export function setFunctions(functions: FilterFunctions, meter: PathMeter): void {
  const { Length, Match, Search } = jsonpath.functions;
  const length = new Length();
  functions.set("length", {
    argTypes: length.argTypes,
    returnType: length.returnType,
    call: (value) => (typeof value === "string" ? [...value].length : length.call(value as string)),
  });
  // Errors tell of patterns that are regular expressions and no I-Regexps, such as `\d`, which would match nothing.
  const options = { throwErrors: true };
  const [match, search] = [new Match(options), new Search(options)];
  const tryPattern = (isWhole: boolean, text: unknown, pattern: unknown): boolean => {
    if (typeof text !== "string" || typeof pattern !== "string") return false;
    requireSafe(text, pattern, isWhole);
    meter.spend(Math.ceil(text.length ** 2 / MATCHED_IN_A_STEP));
    try {
      // The library does not match the whole text if a pattern begins with `^` or ends with `$`.
      return isWhole ? match.call(text, `(${pattern})`) : search.call(text, pattern);
    } catch {
      throw new PathError(
        `the pattern ${JSON.stringify(pattern)} is not an I-Regexp (RFC 9485): that has no \\d, \\w, \\s or \\b, and no lookaround`,
      );
    }
  };
  for (const [name, { argTypes, returnType }] of Object.entries({ match, search }))
    functions.set(name, {
      ...{ argTypes, returnType },
      call: (text, pattern) => tryPattern(name === "match", text, pattern),
    });
}

/** Backtracking may take the square of this. */
const MAX_MATCHED = 10_000;

/** Attempts of a pattern that take as long as one value that is visited. */
const MATCHED_IN_A_STEP = 100;

/**
 * The pattern may come from a document, and a text does.
 *
 * @param isWhole the pattern has to match the whole text, which can make an engine try more
 */
function requireSafe(text: string, pattern: string, isWhole: boolean): void {
  if (text.length > MAX_MATCHED)
    throw new PathError(`a pattern is tried on a text of more than ${MAX_MATCHED} characters`);
  const verdict = analyzePattern(isWhole ? `^(?:${pattern})$` : pattern);
  const own = isWhole && verdict.kind === "safe" ? analyzePattern(pattern) : verdict;
  const refused = own.kind === "invalid" ? own : verdict;
  if (refused.kind !== "safe")
    throw new PathError(`the pattern ${JSON.stringify(pattern)} is refused: ${refused.reason}`);
}
