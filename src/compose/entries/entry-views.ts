/**
 * Tells from the name of an entry for which views of a body it is. The body has several, and a definition such as
 * `checkout_response_with_mandate` composes it for one direction. A shape of a container has one view, whatever the name.
 */

import { verbOf } from "../../load/services/verb.js";
import { lastLabel } from "../../text/last-label.js";
import { splitWords } from "../../text/words.js";
import type { Direction, View } from "../view.js";

/** The views that something is for; undefined for all. Without an operation, all of the direction. */
export type ViewLimit = View | undefined;

/**
 * Without a direction in the name, or with both, an entry is for all views. One response is that of all operations. The words
 * of the root's own name say nothing: `return_request` may be one.
 */
export function viewsOfName(name: string, root: string): ViewLimit {
  const ofRoot = new Set(wordsOf(lastLabel(root)));
  const words = wordsOf(name).filter((word) => !ofRoot.has(word));
  const positions = words.flatMap((word, index) => (isDirection(word) ? [index] : []));
  const [at] = positions;
  if (at === undefined || positions.length > 1) return undefined;
  if (words[at] === "response") return { direction: "response" };
  const operation = verbOf(words.slice(0, at).join("_"));
  return operation === undefined ? { direction: "request" } : { direction: "request", operation };
}

/** Tells whether a name begins with a view of a root: an operation, the root's name or both, and a direction. */
export function isNamedAfterView(name: string, root: string): boolean {
  const all = wordsOf(name);
  const before = all.slice(0, Math.max(0, all.findIndex(isDirection)));
  const ofRoot = wordsOf(lastLabel(root));
  const others = before.filter((word) => !ofRoot.includes(word));
  return (
    before.length > 0 && others.length <= 1 && others.every((word) => verbOf(word) !== undefined)
  );
}

function wordsOf(name: string): string[] {
  return splitWords(name).map((word) => word.toLowerCase());
}

function isDirection(word: string | undefined): boolean {
  return word === "request" || word === "response";
}

export function isOfDirection(limit: ViewLimit, direction: Direction): boolean {
  return limit === undefined || limit.direction === direction;
}

export function isForView(limit: ViewLimit, { direction, operation }: View): boolean {
  if (!isOfDirection(limit, direction)) return false;
  return limit?.operation === undefined || limit.operation === operation;
}

/** Tells whether two may be for one view. */
export function overlap(left: ViewLimit, right: ViewLimit): boolean {
  if (left === undefined || right === undefined) return true;
  if (left.direction !== right.direction) return false;
  const both = [left.operation, right.operation];
  return both.includes(undefined) || left.operation === right.operation;
}
