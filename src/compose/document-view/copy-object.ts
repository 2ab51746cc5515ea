/** Copies of JSON objects. They keep members of every name, `__proto__` included, which assignment would lose. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";

export function mapMembers(
  value: JsonObject,
  change: (name: string, member: Json) => Json,
): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value))
    defineMember(result, name, change(name, member));
  return result;
}

export function defineMember(target: Record<string, Json>, name: string, value: Json): void {
  if (name !== "__proto__") target[name] = value;
  else
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
