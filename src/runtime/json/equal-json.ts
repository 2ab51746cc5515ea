/** Equality of JSON values (JSON Schema 2020-12 §4.2.2): numbers by value, objects independent of member order. */

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
  return equalJson(written(left), written(right));
}

function written(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
