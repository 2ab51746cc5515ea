import { parsePointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";

/** Returns undefined if there is no value at the pointer, or if the text is not a pointer. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let value: Json | undefined = root;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(token)];
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
