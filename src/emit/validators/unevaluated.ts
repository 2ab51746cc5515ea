/**
 * `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12 §11). Only types that reach one
 * pay: for them a second function marks what a schema evaluates, trying branches again to know which
 * held.
 */

import {
  arrayLiteral,
  code,
  identifier,
  isUnconstrained,
  numberLiteral,
  soleReference,
  stringLiteral,
  type Definition,
  type Identifier,
  type Node,
  type Property,
} from "../v1.js";
import type { CheckContext } from "./context.js";
import { leftoverStatements, type Element } from "./element.js";
import type { CheckedObject, CheckedValue } from "./checked-value.js";
import { readMember } from "./read-member.js";
import { patternConstant } from "./simple-rules.js";
import { block, call, leave, raw, when, type Statement } from "./statement.js";
import { branchCheck, branchHints } from "./union.js";
import { VALUE } from "./context.js";

export type Evaluated = "properties" | "items";

const SEEN = identifier("seen");
const KEY = identifier("key");
const INDEX = identifier("index");
const OBJECT = identifier("object");

export function unevaluatedPropertiesStatements(
  node: Node,
  { object, value, at, context }: CheckedObject,
): Statement[] {
  const rule = node.unevaluatedProperties;
  if (rule === undefined || isUnconstrained(rule)) return [];
  const seen = context.variable(SEEN);
  const key = context.variable(KEY);
  const member: Element = { kind: "member", container: object, key, at, context };
  const body = leftoverStatements(rule, "unevaluatedProperties", member);
  return [
    raw(code`const ${seen} = ${context.runtime("evaluated")}();`),
    raw([call(context.evaluator(withoutOwn(node), "properties", "Properties"), value, seen), ";"]),
    raw(
      block(
        code`for (const ${key} of ${context.runtime("names")}(${object}))`,
        when([code`!${context.runtime("isEvaluated")}(${seen}, ${key})`], body),
      ),
    ),
  ];
}

export function unevaluatedItemsStatements(
  node: Node,
  { value, at, context }: CheckedValue,
): Statement[] {
  const rule = node.unevaluatedItems;
  if (rule === undefined || isUnconstrained(rule)) return [];
  const seen = context.variable(SEEN);
  const index = context.variable(INDEX);
  const item: Element = { kind: "item", container: value, key: index, at, context };
  const body = leftoverStatements(rule, "unevaluatedItems", item);
  return [
    raw(code`const ${seen} = ${context.runtime("evaluated")}();`),
    raw([call(context.evaluator(withoutOwn(node), "items", "Items"), value, seen), ";"]),
    raw(
      block(
        code`for (let ${index} = 0; ${index} < ${value}.length; ${index}++)`,
        when([code`!${context.runtime("isEvaluated")}(${seen}, ${index})`], body),
      ),
    ),
  ];
}

/** The node as its own `unevaluated*` sees it. */
function withoutOwn(node: Node): Node {
  return { ...node, unevaluatedProperties: undefined, unevaluatedItems: undefined };
}

interface Evaluator {
  readonly target: Definition | Node;
  readonly kind: Evaluated;
  readonly context: CheckContext;
}

/** The body of a function that marks in `seen` what a node evaluates of a valid `value`. */
export function evaluatorStatements(
  name: Identifier,
  { target, kind, context }: Evaluator,
): Statement[] {
  const node = "node" in target ? target.node : target;
  const own = kind === "properties" ? ownProperties(node, context) : ownItems(node, context);
  const test = kind === "properties" ? "isObject" : "isArray";
  const hint = kind === "properties" ? "Properties" : "Items";
  const mark = (branch: Definition | Node): Statement =>
    raw([call(context.evaluator(branch, kind, hint), VALUE, SEEN), ";"]);
  const markBranch = (branch: Node): Statement => mark(soleReference(branch) ?? branch);
  const inner = [
    ...own,
    ...node.references.map(mark),
    ...[...node.anyOf, ...node.oneOf].flatMap((branches) => {
      const hints = branchHints(branches);
      return branches.flatMap((branch, index) =>
        when([code`!${branchCheck(branch, hints[index]!, context)}(value)`], [markBranch(branch)]),
      );
    }),
    ...node.conditionals.flatMap((conditional) => {
      const met = [
        markBranch(conditional.if),
        ...(conditional.then === undefined ? [] : [markBranch(conditional.then)]),
      ];
      const unmet = conditional.else === undefined ? [] : [markBranch(conditional.else)];
      return when([code`!${context.helper(conditional.if, "If")}(value)`], met, unmet);
    }),
    ...(kind === "items" ? [] : dependents(node, markBranch, context)),
  ];
  if (inner.length === 0) return [];
  // Several definitions may apply one in place, and several that one: each is asked once.
  const isShared = "node" in target && inner.length > own.length;
  return [
    leave(code`!${context.runtime(test)}(value)`),
    ...(isShared ? [leave(call(context.runtime("hasMarked"), SEEN, name))] : []),
    ...inner,
  ];
}

function dependents(
  node: Node,
  markBranch: (branch: Node) => Statement,
  context: CheckContext,
): Statement[] {
  if (node.dependentSchemas.length === 0) return [];
  const object = context.variable(OBJECT);
  return [
    raw(code`const ${object} = ${context.runtime("members")}(value);`),
    ...node.dependentSchemas.flatMap(({ name, node: dependent }) =>
      when(
        [code`${object} !== undefined`, code`${readMember(object, name, context)} !== undefined`],
        [markBranch(dependent)],
      ),
    ),
  ];
}

function ownProperties(node: Node, context: CheckContext): Statement[] {
  if (node.additionalProperties !== undefined || node.unevaluatedProperties !== undefined)
    return [raw(code`seen.all = true;`)];
  const all = [...node.properties].filter(([, { origins }]) => origins.length > 0);
  const isFixed = ({ contested }: Property): boolean =>
    contested === undefined || contested.isDeclared;
  const declared = all.filter(([, each]) => isFixed(each)).map(([name]) => stringLiteral(name));
  const contested = all.filter(([, each]) => !isFixed(each)).map(([name]) => name);
  const key = context.variable(KEY);
  const patterns = node.patternProperties.map(({ pattern }) => patternConstant(pattern, context));
  return [
    ...(declared.length === 0
      ? []
      : [raw([call(context.runtime("markEvaluated"), SEEN, arrayLiteral(declared)), ";"])]),
    ...contested.flatMap((name) =>
      when(
        [code`${context.visibility(name)} !== "omit"`],
        [
          raw([
            call(context.runtime("markEvaluated"), SEEN, arrayLiteral([stringLiteral(name)])),
            ";",
          ]),
        ],
      ),
    ),
    ...(patterns.length === 0
      ? []
      : [
          raw(
            block(
              code`for (const ${key} of ${context.runtime("names")}(value))`,
              patterns.flatMap((pattern) =>
                when(
                  [code`${pattern}.test(${key})`],
                  [raw(code`${context.runtime("markEvaluated")}(seen, [${key}]);`)],
                ),
              ),
            ),
          ),
        ]),
  ];
}

function ownItems(node: Node, context: CheckContext): Statement[] {
  if (node.items !== undefined || node.unevaluatedItems !== undefined)
    return [raw(code`seen.all = true;`)];
  return [
    ...node.prefixItems.map((_, index) =>
      raw(code`${context.runtime("markEvaluated")}(seen, [${numberLiteral(index)}]);`),
    ),
    ...node.contains.map(({ node: each }) =>
      raw(
        code`${context.runtime("markMatching")}(seen, value, ${context.helper(each, "Contains")});`,
      ),
    ),
  ];
}
