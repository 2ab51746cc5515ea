import type { Json } from "@proto-gen/runtime/json";
import { isInteger, isNumber } from "@proto-gen/runtime/codegen/v1";
import { isObject } from "../json-schema/keywords.js";
import type { JsonType } from "./node.js";

/** True where a value has a type (JSON Schema 2020-12 Validation §6.1.1): 1.0 is an integer. */
export function hasType(value: Json, type: JsonType): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return isInteger(value);
  return type === "number" ? isNumber(value) : typeof value === type;
}

/** The type of a value, with whole numbers as integers. */
export function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}
