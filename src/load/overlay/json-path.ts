/**
 * JSONPath (RFC 9535) for the targets of overlays: compiles a query, bounds what it may cost, and finds the longest part of it that
 * selects something. The library is loaded with the first overlay.
 */

import { JSONPathEnvironment, JSONPathQuery, jsonpath } from "json-p3";
import type { Json } from "@proto-gen/runtime/json";
import { nearest } from "../../text/nearest.js";
import { PathError, setFunctions, type PathMeter, type SpendSteps } from "./path-functions.js";

/** The names and indexes that lead to a value. */
export type Location = readonly (string | number)[];

export interface PathQuery {
  /**
   * The places of the selected values, each once, in the order of the document.
   *
   * @param spend counts the work of patterns, which `cost` does not know
   */
  select(root: Json, spend?: SpendSteps): readonly Location[];
  /** The most values that the query may visit. */
  cost(document: DocumentSize): number;
  /** What helps to correct a query that selects nothing. */
  explainNoMatch(root: Json, spend?: SpendSteps): NearestPath;
}

export interface DocumentSize {
  /** The number of values, with those inside of objects and arrays. */
  readonly values: number;
  readonly depth: number;
}

export interface NearestPath {
  /** The longest beginning of the query that selects something: `$['$defs']`. */
  readonly path: string;
  /** The query with the name that was probably meant in place of the first that is not there. */
  readonly suggestion: string | undefined;
}

/** @throws PathError */
export function compilePath(text: string): PathQuery {
  const meter: PathMeter = { spend: ignore };
  const query = rethrow(() => createEnvironment(meter).compile(text));
  const run = <Result>(spend: SpendSteps, action: () => Result): Result => {
    meter.spend = spend;
    return rethrow(action);
  };
  return {
    select: (root, spend = ignore) => run(spend, () => selectIn(query, root)),
    cost: (document) => costOf(query, document),
    explainNoMatch: (root, spend = ignore) => run(spend, () => nearestPath(query, root)),
  };
}

function ignore(): void {}

/** Documents are at most 512 levels deep (`parse-json.ts`); the library counts from 1, and the limit itself is refused. */
const MAX_DEPTH = 514;

function createEnvironment(meter: PathMeter): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH });
  setFunctions(environment.functionRegister, meter);
  return environment;
}

function rethrow<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof jsonpath.JSONPathError) throw new PathError(error.message);
    // The parser of a query calls itself for each level of it, and a filter takes what it selects of one array at once.
    if (error instanceof RangeError)
      throw new PathError("the path has too many levels, or selects too many values in a filter");
    throw error;
  }
}

/** The characters of all paths together: they are held until the action is done. */
const MAX_SELECTED = 50_000_000;

/** A selector beside another one may select the same value. */
function selectIn(query: JSONPathQuery, root: Json): readonly Location[] {
  const found = new Map<string, Location>();
  let characters = 0;
  // One by one: the library's list of all of them fails on an array of many items.
  for (const { location } of query.lazyQuery(root as JsonValue)) {
    const key = JSON.stringify(location);
    if (found.has(key)) continue;
    found.set(key, location);
    characters += key.length;
    if (characters > MAX_SELECTED)
      throw new PathError(
        `the paths of the selected values have more than ${MAX_SELECTED} characters`,
      );
  }
  return [...found.values()];
}

type JsonValue = Parameters<JSONPathQuery["query"]>[0];

/**
 * A path that selects at most one value visits its own steps. Any other visits each value at most once, but for `..` in what `..` has
 * selected, for `$` in a filter, which begins anew for each candidate, and for lists of selectors, which may repeat values. Each
 * query in a filter, the levels above a value, and the segments that can lead on from it are visited beside it.
 */
function costOf(query: JSONPathQuery, { values, depth }: DocumentSize): number {
  if (query.singularQuery()) return query.segments.length;
  const text = query.toString().replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, "");
  const count = (what: string): number => text.split(what).length - 1;
  const passes = Math.max(1, count("..") + count("$") - 1);
  const segments = Math.min(count(".") + count("["), depth);
  const weight =
    Math.max(1, count("@")) *
    Math.ceil(Math.max(1, segments) / USUAL_LEVELS) *
    Math.ceil(Math.max(1, depth / USUAL_LEVELS) ** 2);
  return values ** passes * selectorChoices(text) * weight;
}

/** Levels, and segments, that a value is visited with at no further cost. */
const USUAL_LEVELS = 16;

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

/** Bisects for the longest beginning of the path that selects a value: if one selects none, no longer one does. */
function nearestPath({ environment, segments }: JSONPathQuery, root: Json): NearestPath {
  let [longest, value] = [0, root];
  for (let end = segments.length; end - longest > 1;) {
    const length = Math.ceil((longest + end) / 2);
    const prefix = new JSONPathQuery(environment, segments.slice(0, length));
    const first = prefix.match(root as JsonValue);
    if (first === undefined) end = length;
    else [longest, value] = [length, first.value as Json];
  }
  return describePrefix(segments, longest, value);
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
