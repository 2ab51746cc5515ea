/** Tests of a value's JSON type, as expressions. */

import { code, stringLiteral, type Code, type JsonType } from "../v1.js";
import type { CheckContext, RuntimeName } from "./context.js";

/** A test that is true where a value lacks a type. */
export function lacksType(type: JsonType, value: Code, context: CheckContext): Code {
  const predicate = PREDICATES[type];
  return predicate === undefined
    ? code`${comparable(type, value)} !== ${named(type)}`
    : code`!${context.runtime(predicate)}(${value})`;
}

/** A test that is true where a value has it. */
export function hasTypeTest(type: JsonType, value: Code, context: CheckContext): Code {
  const predicate = PREDICATES[type];
  return predicate === undefined
    ? code`${comparable(type, value)} === ${named(type)}`
    : code`${context.runtime(predicate)}(${value})`;
}

/** The runtime's; other types are compared. */
const PREDICATES: Readonly<Partial<Record<JsonType, RuntimeName>>> = {
  integer: "isInteger",
  number: "isNumber",
  array: "isArray",
  object: "isObject",
};

function comparable(type: JsonType, value: Code): Code {
  return type === "null" ? value : code`typeof ${value}`;
}

function named(type: JsonType): Code {
  return type === "null" ? code`null` : stringLiteral(type);
}
