import { parsePointer, type Json } from "@proto-gen/runtime/json";
import { isPointer } from "../json-schema/fragment.js";
import { isObject } from "../json-schema/keywords.js";

/** RFC 6901 §4: without leading zeros. */
const INDEX = /^(?:0|[1-9]\d*)$/;

/** Returns undefined if there is no value at the pointer, or if the text is not a pointer. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  if (!isPointer(pointer)) return undefined;
  let value: Json | undefined = root;
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value))
      value = INDEX.test(token) ? (value as readonly Json[])[Number(token)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}
