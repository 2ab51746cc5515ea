/**
 * JSONPath (RFC 9535) for the targets of overlays: compiles a query, bounds what it may cost, and finds the longest part of it that
 * selects something. The library is loaded with the first overlay.
 */

import { JSONPathEnvironment, JSONPathQuery, jsonpath } from "json-p3";
import type { Json } from "@proto-gen/runtime/json";
import { analyzePattern } from "../../pattern-analysis/analyze-pattern.js";
import { nearest } from "../../text/nearest.js";

/** The names and indexes that lead to a value. */
export type Location = readonly (string | number)[];

export interface PathQuery {
  /** The places of the selected values, each once, in the order of the document. */
  select(root: Json): readonly Location[];
  /**
   * The most values that the query may visit.
   *
   * @param values the number of values in the document
   */
  cost(values: number): number;
  /** What helps to correct a query that selects nothing. */
  explainNoMatch(root: Json): NearestPath;
}

export interface NearestPath {
  /** The longest beginning of the query that selects something: `$['$defs']`. */
  readonly path: string;
  /** The query with the name that was probably meant in place of the first that is not there. */
  readonly suggestion: string | undefined;
}

/** A query that is not valid, or a pattern in it that may not be run. */
export class PathError extends Error {
  override readonly name = "PathError";
}

/** @throws PathError */
export function compilePath(text: string): PathQuery {
  const query = rethrow(() => ENVIRONMENT.compile(text));
  return {
    select: (root) => rethrow(() => selectIn(query, root)),
    cost: (values) => costOf(query, values),
    explainNoMatch: (root) => rethrow(() => nearestPath(query, root)),
  };
}

/** Documents are at most 512 levels deep (`parse-json.ts`); the library counts from 1, and the limit itself is refused. */
const MAX_DEPTH = 514;

const ENVIRONMENT = createEnvironment();

function createEnvironment(): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH });
  const functions = environment.functionRegister;
  for (const [name, each] of functions) {
    if (name !== "match" && name !== "search") continue;
    functions.set(name, {
      argTypes: each.argTypes,
      returnType: each.returnType,
      call(...args) {
        requireSafe(args, name === "match");
        return each.call(...args);
      },
    });
  }
  return environment;
}

/** Backtracking may take the square of this. */
const MAX_MATCHED = 10_000;

/**
 * The pattern may come from a document, and a text does.
 *
 * @param isWhole the pattern has to match the whole text, which can make an engine try more
 */
function requireSafe([text, pattern]: readonly unknown[], isWhole: boolean): void {
  if (typeof text !== "string" || typeof pattern !== "string") return;
  if (text.length > MAX_MATCHED)
    throw new PathError(`a pattern is tried on a text of more than ${MAX_MATCHED} characters`);
  const verdict = analyzePattern(isWhole ? `^(?:${pattern})$` : pattern);
  if (verdict.kind !== "safe")
    throw new PathError(`the pattern ${JSON.stringify(pattern)} is refused: ${verdict.reason}`);
}

function rethrow<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof jsonpath.JSONPathError) throw new PathError(error.message);
    // The parser of a query calls itself for each level of it.
    if (error instanceof RangeError) throw new PathError("the path has too many levels");
    throw error;
  }
}

/** A selector beside another one may select the same value. */
function selectIn(query: JSONPathQuery, root: Json): readonly Location[] {
  const found = new Map<string, Location>();
  for (const { location } of query.query(root as JsonValue)) {
    const key = JSON.stringify(location);
    if (!found.has(key)) found.set(key, location);
  }
  return [...found.values()];
}

type JsonValue = Parameters<JSONPathQuery["query"]>[0];

/**
 * A path that selects at most one value visits its own steps. Any other visits each value at most once, but for `..` in what `..` has
 * selected, for `$` in a filter, which begins anew for each candidate, and for lists of selectors, which may repeat values.
 */
function costOf(query: JSONPathQuery, values: number): number {
  if (query.singularQuery()) return query.segments.length;
  const text = query.toString().replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, "");
  const count = (what: string): number => text.split(what).length - 1;
  const passes = Math.max(1, count("..") + count("$") - 1);
  return values ** passes * selectorChoices(text);
}

function selectorChoices(text: string): number {
  let product = 1;
  let rest = text;
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(/\[[^[\]]*\]/g, (list) => {
      product *= list.split(",").length;
      return "";
    });
  }
  return product;
}

function nearestPath({ environment, segments }: JSONPathQuery, root: Json): NearestPath {
  for (let length = segments.length - 1; length > 0; length--) {
    const prefix = new JSONPathQuery(environment, segments.slice(0, length));
    const first = prefix.match(root as JsonValue);
    if (first !== undefined) return describePrefix(segments, length, first.value as Json);
  }
  return describePrefix(segments, 0, root);
}

function describePrefix(
  segments: JSONPathQuery["segments"],
  length: number,
  value: Json,
): NearestPath {
  const written = segments.map((each) => each.toString({ form: "canonical" }));
  const path = `$${written.slice(0, length).join("")}`;
  const [selector] = segments[length]?.selectors ?? [];
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const meant =
    selector instanceof jsonpath.selectors.NameSelector ? nearest(selector.name, names) : undefined;
  if (meant === undefined) return { path, suggestion: undefined };
  const name = `['${meant.replace(/[\\']/g, "\\$&")}']`;
  return { path, suggestion: `${path}${name}${written.slice(length + 1).join("")}` };
}
