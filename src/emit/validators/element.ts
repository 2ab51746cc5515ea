/** Prints checks of a map's members and of an array's items, whose key or index is a variable of the generated code. */

import { code, identifier, type Code, type Identifier, type Node } from "../v1.js";
import type { CheckContext } from "./context.js";
import { checkOf, isLeaf } from "./member-call.js";
import { indexPointer, keyPointer, printPointer, type PointerText } from "./pointer.js";
import { report } from "./report.js";
import { call, declare, guard, type Statement } from "./statement.js";
import { valueStatements } from "./value.js";

export interface Element {
  readonly kind: "member" | "item";
  /** The path of the map or the array. */
  readonly at: PointerText;
  readonly context: CheckContext;
  /** The variable that holds the map or the array. */
  readonly container: Code;
  /** The variable that holds the member's name or the item's index. */
  readonly key: Identifier;
}

export function elementStatements(node: Node, element: Element): Statement[] {
  const { kind, container, key, at, context } = element;
  const value = code`${container}[${key}]`;
  if (!isLeaf(node)) {
    const check = checkOf(node, kind === "member" ? "Member" : "Item", context);
    const within = context.runtime("memberStops");
    return [guard(call(within, code`issues`, printPointer(at), check, value, key))];
  }
  const name = context.variable(identifier(kind));
  return declare(
    name,
    value,
    valueStatements(node, { value: name, at: pointerOf(element), context }),
  );
}

/** The same for a keyword of the elements that nothing else speaks of; where it is `false`, there must be none. */
export function leftoverStatements(
  rule: Node,
  keyword: "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems",
  element: Element,
): Statement[] {
  if (rule.never === undefined) return elementStatements(rule, element);
  const at = pointerOf(element);
  return [guard(report({ at, context: element.context }, { rule: keyword, origin: rule.never }))];
}

function pointerOf({ kind, key, at, context }: Element): PointerText {
  return kind === "member" ? keyPointer(at, key, context.runtime("below")) : indexPointer(at, key);
}
