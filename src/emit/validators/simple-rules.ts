/** Prints the rules of simple keywords: bounds, lengths, counts, patterns and formats. */

import { regexLiteral, type Identifier, type JsonType, type Node } from "../v1.js";
import { formatPredicate } from "../../keywords/formats.js";
import type { PrintedSubject, SubjectType } from "../../keywords/simple-keyword.js";
import { KEYWORDS_BY_TYPE, rulesOf } from "../../keywords/simple-keywords.js";
import type { CheckedValue } from "./checked-value.js";
import { VALUE, type CheckContext } from "./context.js";
import { hintOf } from "./enum.js";
import { report } from "./report.js";
import { guard, type Statement } from "./statement.js";

/** The statements for rules of one type of value; those that are tested last come by a call of their own. */
export function simpleStatements(
  node: Node,
  type: JsonType,
  { value, at, context, isLast = false }: CheckedValue & { readonly isLast?: boolean },
): Statement[] {
  const applied = subjectType(type);
  if (applied === undefined) return [];
  const subject = printedSubject(node, value, context);
  return KEYWORDS_BY_TYPE[applied].flatMap(({ name, keyword }) => {
    if ((keyword.isTestedLast === true) !== isLast) return [];
    return rulesOf(node, name).flatMap(({ value: limit, origin }) => {
      const printed = keyword.print(limit, subject);
      if (printed === undefined) return [];
      const { conditions, expected } = printed;
      return [guard(...conditions, report({ at, context }, { rule: name, origin, expected }))];
    });
  });
}

function subjectType(type: JsonType): SubjectType | undefined {
  if (type === "null" || type === "boolean") return undefined;
  return type === "integer" ? "number" : type;
}

function printedSubject(node: Node, value: Identifier, context: CheckContext): PrintedSubject {
  return {
    value,
    rules: node,
    assertFormats: context.assertFormats,
    runtime: (name) => context.runtime(name),
    patternConstant: (source) => patternConstant(source, context, value),
  };
}

/** The formats of a node that a check asserts. */
export function assertedFormats({ format }: Node, { assertFormats }: CheckContext): Node["format"] {
  return assertFormats ? format.filter(({ value }) => formatPredicate(value) !== undefined) : [];
}

export function patternConstant(pattern: string, context: CheckContext, value = VALUE): Identifier {
  return context.hoist(`pattern ${pattern}`, hintOf(value, "Pattern", context), {
    value: regexLiteral(pattern),
  });
}
