/** Rules of arrays. */

import {
  code,
  identifier,
  isUnconstrained,
  joinCode,
  numberLiteral,
  type Contains,
  type Node,
} from "../v1.js";
import type { CheckedValue } from "./checked-value.js";
import { indexPointer, memberPointer, printPointer } from "./pointer.js";
import { block, call, declare, guard, raw, type Statement, when } from "./statement.js";
import { unevaluatedItemsStatements } from "./unevaluated.js";
import { checkOf, isLeaf } from "./member-call.js";
import { report } from "./report.js";
import { simpleStatements } from "./simple-rules.js";
import { valueStatements } from "./value.js";

const ITEM = identifier("item");
const INDEX = identifier("index");

export function arrayStatements(node: Node, checked: CheckedValue): Statement[] {
  return [
    ...simpleStatements(node, "array", checked),
    ...prefixStatements(node, checked),
    ...itemsStatements(node, checked),
    ...node.contains.map((contains) => containsStatement(contains, checked)),
    ...simpleStatements(node, "array", { ...checked, isLast: true }),
    ...unevaluatedItemsStatements(node, checked),
  ];
}

function prefixStatements(node: Node, { value, at, context }: CheckedValue): Statement[] {
  return node.prefixItems.flatMap((item, index) => {
    if (isUnconstrained(item)) return [];
    const inner = context.nested();
    const name = inner.variable(ITEM);
    const body = valueStatements(item, {
      value: name,
      at: memberPointer(at, String(index)),
      context: inner,
    });
    return when([code`${value}.length > ${index}`], declare(name, code`${value}[${index}]`, body));
  });
}

function itemsStatements(node: Node, { value, at, context }: CheckedValue): Statement[] {
  const { items, prefixItems } = node;
  if (items === undefined || isUnconstrained(items)) return [];
  if (!isLeaf(items)) {
    const from = prefixItems.length === 0 ? [] : [numberLiteral(prefixItems.length)];
    return [
      guard(
        call(
          context.runtime("itemsStop"),
          code`issues`,
          printPointer(at),
          checkOf(items, "Item", context),
          value,
          ...from,
        ),
      ),
    ];
  }
  const inner = context.nested();
  const index = inner.variable(INDEX);
  const item = inner.variable(ITEM);
  const body = valueStatements(items, {
    value: item,
    at: indexPointer(at, index),
    context: inner,
  });
  if (body.length === 0) return [];
  const head = code`for (let ${index} = ${prefixItems.length}; ${index} < ${value}.length; ${index}++)`;
  return [raw(block(head, declare(item, code`${value}[${index}]`, body)))];
}

function containsStatement(
  { node, min, max, origin }: Contains,
  { value, at, context }: CheckedValue,
): Statement {
  const check = context.helper(node, "Contains");
  const range = joinCode([min, ...(max === undefined ? [] : [max])].map(numberLiteral), ", ");
  return guard(
    code`!${context.runtime("containsMatching")}(${value}, ${check}, ${range})`,
    report({ at, context }, { rule: "contains", origin }),
  );
}
