/**
 * Whether `parseJson` reads a value back as it is, once it is written. `JSON.stringify` writes what strict readers refuse (half of a
 * surrogate pair, numbers beyond 2^53), and says nothing of what it leaves out or changes: NaN, a function, a Map, a promise that
 * nobody has awaited.
 */

import { escapePointerToken } from "./json-pointer.js";
import { DEFAULT_MAX_DEPTH } from "./parse-json.js";

export interface Unwritable {
  /** JSON pointer (RFC 6901) of the value concerned. */
  readonly pointer: string;
  /** `it is NaN`. */
  readonly reason: string;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const HALF_A_CHARACTER = "it has half of a surrogate pair, which is no Unicode";

/**
 * Undefined if every reader takes the value for the same. A member that is undefined is not written, and so is fine; an item is
 * not. A number that is safe is one that `safeNumbers` of `parseJson` lets pass.
 */
export function findUnwritable(
  value: unknown,
  maxDepth: number = DEFAULT_MAX_DEPTH,
): Unwritable | undefined {
  return find(value, maxDepth);
}

/** Pointers grow on the way back: most values have nothing to point at. */
function find(value: unknown, depth: number): { pointer: string; reason: string } | undefined {
  switch (typeof value) {
    case "string":
      return LONE_SURROGATE.test(value) ? found(HALF_A_CHARACTER) : undefined;
    case "boolean":
      return undefined;
    case "number":
      // RFC 7493 §2.2. NaN is not less than anything.
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
  const kind = Object.prototype.toString.call(object);
  // A Date, a Map, a boxed string, a promise: what is written of them is not what was checked.
  if (kind !== "[object Object]") return found(`it is ${kind}, and not plain data`);
  if (typeof members["toJSON"] === "function") return found("it has toJSON, and is not plain data");
  for (const name of Object.keys(members)) {
    if (LONE_SURROGATE.test(name)) return found(`a name of its members: ${HALF_A_CHARACTER}`);
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
