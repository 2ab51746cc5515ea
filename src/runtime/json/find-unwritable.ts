/**
 * Checks that `parseJson` would read a value back unchanged. `JSON.stringify` writes texts that strict parsers reject
 * (lone surrogates, numbers beyond 2^53), and silently omits or converts others: NaN, functions, a Map, a promise
 * that was not awaited.
 */

import { escapePointerToken } from "./json-pointer.js";
import { DEFAULT_MAX_DEPTH } from "./parse-unambiguous.js";

export interface Unwritable {
  /** JSON Pointer (RFC 6901) of the value concerned. */
  readonly pointer: string;
  /** Such as `it is NaN`. */
  readonly reason: string;
}

const HALF_A_CHARACTER = "it has half of a surrogate pair, which is no Unicode";

/**
 * Finds what `parseJson` would not read back unchanged. Undefined if all parsers read the value alike. Undefined
 * members are omitted and so allowed, undefined items are not. Numbers must satisfy `safeNumbers` of `parseJson`.
 */
export function findUnwritable(
  value: unknown,
  maxDepth: number = DEFAULT_MAX_DEPTH,
): Unwritable | undefined {
  return find(value, maxDepth);
}

/** Pointers are built on the way back, since most values have no problem. */
function find(value: unknown, depth: number): { pointer: string; reason: string } | undefined {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? undefined : found(HALF_A_CHARACTER);
    case "boolean":
      return undefined;
    case "number":
      // RFC 7493 §2.2. Every comparison with NaN is false.
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : found(`it is ${value}`);
    case "object":
      if (value === null) return undefined;
      if (depth === 0) return found("it is nested too deeply, or in itself");
      return Array.isArray(value) ? inItems(value, depth - 1) : inMembers(value, depth - 1);
    default:
      return found(value === undefined ? "it is undefined" : `it is a ${typeof value}`);
  }
}

function inItems(items: readonly unknown[], depth: number): ReturnType<typeof find> {
  for (let index = 0; index < items.length; index++) {
    const problem = find(items[index], depth);
    if (problem !== undefined) return at(String(index), problem);
  }
  return undefined;
}

function inMembers(object: object, depth: number): ReturnType<typeof find> {
  const members = object as Readonly<Record<string, unknown>>;
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    const kind = Object.prototype.toString.call(object);
    // A Date, Map, boxed string or promise is written differently from what was checked.
    if (kind !== "[object Object]") return found(`it is ${kind}, and not plain data`);
  }
  if (typeof members["toJSON"] === "function") return found("it has toJSON, and is not plain data");
  for (const name of Object.keys(members)) {
    if (!name.isWellFormed()) return found(`a name of its members: ${HALF_A_CHARACTER}`);
    const member = members[name];
    const problem = member === undefined ? undefined : find(member, depth);
    if (problem !== undefined) return at(escapePointerToken(name), problem);
  }
  return undefined;
}

function found(reason: string): { pointer: string; reason: string } {
  return { pointer: "", reason };
}

function at(token: string, problem: { pointer: string; reason: string }): typeof problem {
  problem.pointer = `/${token}${problem.pointer}`;
  return problem;
}
