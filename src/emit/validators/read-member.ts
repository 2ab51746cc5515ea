import type { CheckContext } from "./context.js";
import { code, stringLiteral, type Code } from "../v1.js";

/** Names that every object inherits: reading one takes a test that the member is the object's own. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The expression that reads an own member. */
export function readMember(object: Code, name: string, context: CheckContext): Code {
  const key = stringLiteral(name);
  return INHERITED.has(name)
    ? code`${context.runtime("member")}(${object}, ${key})`
    : code`${object}[${key}]`;
}
