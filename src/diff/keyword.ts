/** The address of a keyword. In: a rule of a node, or the schema that it stands in. Out: the keyword's own address. */

import type { Address } from "../compose/instance.js";
import type { Origin, Rule } from "../model/node.js";
import { inside } from "./member.js";
import type { Value } from "./value.js";

export function keywordAt(
  rule: Rule<unknown> | undefined,
  keyword: string,
  { node, at }: Value,
): Address {
  if (rule !== undefined) return inside(rule.origin, keyword);
  return node.origin.document === "" ? at : node.origin;
}

export function originOr(origin: Origin | undefined, { at }: Value): Address {
  return origin === undefined || origin.document === "" ? at : origin;
}

export function uniqueAt(value: Value): Address {
  const { uniqueItems, origin } = value.node;
  return uniqueItems === undefined ? originOr(origin, value) : inside(uniqueItems, "uniqueItems");
}
