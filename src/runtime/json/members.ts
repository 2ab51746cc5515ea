/** Access to the own members of an unknown value, and the equality of JSON values. */

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function own(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

type Defined<Given> = {
  readonly [Name in keyof Given]?: Exclude<Given[Name], undefined>;
};

/**
 * Returns the members that are not undefined, to spread into an object that is sent, stored or logged: there, a member
 * with the value undefined may count as one, unlike an absent member.
 */
export function defined<Given extends object>(members: Given): Defined<Given> {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Defined<Given>;
}

/**
 * True if two JSON values are equal (JSON Schema 2020-12 §4.2.2). The order of members does not matter, that of items
 * does.
 * @example
 * ```ts
 * import { equalJson } from "@proto-gen/runtime/json";
 *
 * equalJson({ type: "total", amount: 1999 }, { amount: 1999, type: "total" }); // true
 * equalJson(["line_1", "line_2"], ["line_2", "line_1"]); // false
 * ```
 */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return false;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equalJson(item, right[index]))
    );
  }
  if (Array.isArray(right)) return false;
  const keys = Object.keys(left);
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>];
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equalJson(one[key], other[key]))
  );
}

/** True if both would be written as the same JSON: undefined members are ignored, as in values read from a store. */
export function sameJson(left: object, right: object): boolean {
  return equalJson(parsedJson(left), parsedJson(right));
}

function parsedJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
