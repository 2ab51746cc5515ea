/** Rules of strings and numbers. */

import type { JsonType, Node } from "../../model/node.js";
import { numberLiteral, regexLiteral, stringLiteral } from "../source/literal.js";
import type { CheckContext, RuntimeName } from "./context.js";
import type { PointerText } from "./pointer.js";
import { guard, type Statement } from "./statement.js";
import { hintOf } from "./enum.js";
import { report } from "./report.js";
import type { Identifier } from "../../text/identifier.js";
import { code } from "../source/code.js";
import { VALUE } from "./context.js";

/** The runtime's predicate of each format that is asserted; others annotate. */
const FORMATS: Readonly<Record<string, RuntimeName>> = {
  date: "isDate",
  "date-time": "isDateTime",
  duration: "isDuration",
  email: "isEmail",
  hostname: "isHostname",
  ipv4: "isIpv4",
  ipv6: "isIpv6",
  iri: "isIri",
  "iri-reference": "isIriReference",
  "json-pointer": "isJsonPointer",
  regex: "isRegex",
  "relative-json-pointer": "isRelativeJsonPointer",
  time: "isTime",
  uri: "isUri",
  "uri-reference": "isUriReference",
  "uri-template": "isUriTemplate",
  uuid: "isUuid",
};

export function scalarStatements(
  type: JsonType,
  node: Node,
  value: Identifier,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  if (type === "string") return stringStatements(node, value, at, context);
  return type === "number" || type === "integer" ? numberStatements(node, value, at, context) : [];
}

/** The runtime's predicate of a format; undefined for one that only annotates. */
export function formatPredicate(format: string): RuntimeName | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

export function assertedFormats(
  { formats }: Node,
  { assertFormats }: CheckContext,
): Node["formats"] {
  return assertFormats ? formats.filter(({ value }) => formatPredicate(value) !== undefined) : [];
}

function stringStatements(
  node: Node,
  value: Identifier,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const statements: Statement[] = [];
  const { minLength, maxLength } = node;
  if (minLength !== undefined && minLength.value > 0) {
    const short =
      minLength.value === 1
        ? code`${value} === ""`
        : code`${context.runtime("lengthOf")}(${value}) < ${numberLiteral(minLength.value)}`;
    statements.push(
      guard(
        short,
        report(context, at, "minLength", minLength.origin, numberLiteral(minLength.value)),
      ),
    );
  }
  if (maxLength !== undefined) {
    const limit = numberLiteral(maxLength.value);
    // UTF-16 units are never fewer than characters, so most strings need no counting.
    const long = [
      code`${value}.length > ${limit}`,
      code`${context.runtime("lengthOf")}(${value}) > ${limit}`,
    ];
    statements.push(guard(...long, report(context, at, "maxLength", maxLength.origin, limit)));
  }
  for (const { value: pattern, origin } of node.patterns) {
    const name = patternConstant(pattern, context, value);
    // A pattern may take long on a text that is too long anyway; characters are one or two UTF-16 units.
    const short = maxLength === undefined ? [] : [code`${value}.length <= ${2 * maxLength.value}`];
    statements.push(
      guard(
        ...short,
        code`!${name}.test(${value})`,
        report(context, at, "pattern", origin, code`${name}.source`),
      ),
    );
  }
  for (const { value: format, origin } of assertedFormats(node, context)) {
    const predicate = context.runtime(formatPredicate(format) as RuntimeName);
    statements.push(
      guard(
        code`!${predicate}(${value})`,
        report(context, at, "format", origin, stringLiteral(format)),
      ),
    );
  }
  return statements;
}

export function patternConstant(pattern: string, context: CheckContext, value = VALUE): Identifier {
  return context.hoist(
    `pattern ${pattern}`,
    hintOf(value, "Pattern", context),
    regexLiteral(pattern),
  );
}

const BOUNDS = [
  ["minimum", code`<`],
  ["exclusiveMinimum", code`<=`],
  ["maximum", code`>`],
  ["exclusiveMaximum", code`>=`],
] as const;

function numberStatements(
  node: Node,
  value: Identifier,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const bounds = BOUNDS.flatMap(([keyword, operator]) => {
    const bound = node[keyword];
    if (bound === undefined) return [];
    const limit = numberLiteral(bound.value);
    return [
      guard(code`${value} ${operator} ${limit}`, report(context, at, keyword, bound.origin, limit)),
    ];
  });
  const multiples = node.multipleOf.map(({ value: divisor, origin }) =>
    guard(
      code`!${context.runtime("isMultiple")}(${value}, ${numberLiteral(divisor)})`,
      report(context, at, "multipleOf", origin, numberLiteral(divisor)),
    ),
  );
  return [...bounds, ...multiples];
}
