/** Names a condition by what it asks of members: `kind is "gift"`. */

import { isSimple, type Conditional, type Node, type Property } from "../../model/node.js";
import { list } from "./text.js";

/** `where kind is "gift"`, as a clause behind a message. */
export function whereText(condition: Node): string {
  return `where ${conditionText(condition) ?? "a condition holds"}`;
}

/** The clause for values that do not meet the condition. */
export function unlessText(condition: Node): string {
  return `unless ${conditionText(condition) ?? "a condition holds"}`;
}

/** The clause for a condition as a whole. */
export function conditionalText({ if: condition, then }: Conditional): string {
  return then === undefined ? unlessText(condition) : whereText(condition);
}

export function presenceText(name: string): string {
  return `where ${name} is there`;
}

/** Undefined where it takes more than a few words. */
function conditionText(node: Node): string | undefined {
  if (!isSimple(node, "properties") || node.references.length > 0) return undefined;
  if (node.properties.size === 0 || node.properties.size > MAX_MEMBERS) return undefined;
  const parts = [...node.properties].map(([name, property]) => memberText(name, property));
  return parts.every((each) => each !== undefined) ? parts.join(" and ") : undefined;
}

const MAX_MEMBERS = 3;
const MAX_VALUES = 4;

function memberText(name: string, { node, required, origins }: Property): string | undefined {
  if (origins.length === 0) return required === undefined ? undefined : `${name} is there`;
  const values = node.values?.value;
  if (values === undefined || values.length > MAX_VALUES) return undefined;
  return `${name} is ${values.map((each) => list([each])).join(" or ")}`;
}
