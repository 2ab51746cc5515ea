import { parsePointer, type Json } from "@proto-gen/runtime/json";

/** The value at a JSON Pointer; undefined where there is none. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const token of parsePointer(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token))
      return undefined;
    value = (value as Readonly<Record<string, Json>>)[token];
  }
  return value;
}
