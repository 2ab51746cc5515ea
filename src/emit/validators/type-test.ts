/** Tests of a value's JSON type, as expressions. */

import type { JsonType } from "../../model/node.js";
import { stringLiteral } from "../source/literal.js";
import type { CheckContext } from "./context.js";

/** A test that is true where a value lacks a type. */
export function lacksType(type: JsonType, value: string, context: CheckContext): string {
  switch (type) {
    case "null":
      return `${value} !== null`;
    case "boolean":
    case "string":
      return `typeof ${value} !== ${stringLiteral(type)}`;
    case "integer":
      return `!${context.runtime("isInteger")}(${value})`;
    case "number":
      return `!${context.runtime("isNumber")}(${value})`;
    case "array":
      return `!${context.runtime("isArray")}(${value})`;
    case "object":
      return `!${context.runtime("isObject")}(${value})`;
  }
}

export function hasTypeTest(type: JsonType, value: string, context: CheckContext): string {
  const lacks = lacksType(type, value, context);
  return lacks.startsWith("!") ? lacks.slice(1) : lacks.replace(" !== ", " === ");
}
