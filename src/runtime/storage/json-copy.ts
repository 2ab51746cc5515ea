/** Copies values as JSON would, without producing its text, which would escape and parse long strings. */

import { isObject } from "../json/members.js";

export interface JsonCopy {
  /** Undefined if JSON cannot represent the value. */
  readonly value: unknown;
  /** Approximate size in memory: two bytes per character. */
  readonly bytes: number;
}

/** Approximate overhead of a value. */
const VALUE_BYTES = 16;

/**
 * @param maxValues maximum number of values in the copy, including itself
 * @returns undefined if there are more
 * @throws TypeError as `JSON.stringify`
 */
export function jsonCopy(value: unknown, maxValues: number): JsonCopy | undefined {
  const copier = new Copier(maxValues);
  const copy = copier.copy(value, "");
  return copier.left < 0 ? undefined : { value: copy, bytes: copier.bytes };
}

class Copier {
  bytes = 0;
  /** Remaining number of values. Negative once the copy was given up. */
  left: number;

  constructor(maxValues: number) {
    this.left = maxValues;
  }

  copy(given: unknown, key: string): unknown {
    this.left -= 1;
    if (this.left < 0) return undefined;
    const value = isObject(given) ? jsonForm(given, key) : given;
    this.bytes += VALUE_BYTES;
    switch (typeof value) {
      case "string":
        this.bytes += 2 * value.length;
        return value;
      case "number":
        // JSON has no negative zero.
        return Number.isFinite(value) ? value + 0 : null;
      case "boolean":
        return value;
      case "bigint":
        throw new TypeError("a bigint cannot be written as JSON");
      case "object":
        return value === null ? null : this.#structure(value);
      default:
        return undefined;
    }
  }

  #structure(value: object): unknown {
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (let index = 0; index < value.length; index += 1)
        items.push(this.copy(value[index], String(index)) ?? null);
      return items;
    }
    const copied: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const member = this.copy((value as Record<string, unknown>)[name], name);
      if (member === undefined) continue;
      this.bytes += 2 * name.length;
      if (name === "__proto__") define(copied, name, member);
      else copied[name] = member;
    }
    return copied;
  }
}

/** Applies `toJSON` and unwraps objects such as `String`, as JSON does. */
function jsonForm(value: object, key: string): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  const given: unknown = typeof toJSON === "function" ? toJSON.call(value, key) : value;
  const isWrapped = given instanceof String || given instanceof Number || given instanceof Boolean;
  return isWrapped ? given.valueOf() : given;
}

/** Defines a member, which an assignment to `__proto__` would not. */
function define(target: object, name: string, value: unknown): void {
  const shared = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(target, name, { ...shared, value });
}
