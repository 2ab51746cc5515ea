/**
 * Prints an `if` or a `not` as an expression, where the values of an object's own members decide. The expression is true
 * where the object satisfies the node. A condition that needs statements becomes a function instead.
 */

import {
  code,
  isUnconstrained,
  jsonLiteral,
  type Code,
  type Doc,
  type Identifier,
  type JsonType,
  type Node,
} from "../v1.js";
import { isSimple } from "../../model/node.js";
import type { CheckContext } from "./context.js";
import { allowedValues, isScalar, hasConditionalEnum } from "./enum.js";
import { readMember } from "./read-member.js";
import { joinTests } from "./statement.js";
import { hasTypeTest, lacksType } from "./type-test.js";

/** The tests of a node: an object satisfies it where all of them hold. */
type Tests = readonly Test[];

interface Test {
  readonly holds: Doc;
  /** True where it does not hold. */
  readonly fails: Doc;
}

/** More are better read as a check of their own. */
const MANY_TESTS = 4;

/** The tests of an `if`, joined. */
export function conditionTests(
  node: Node,
  object: Identifier,
  context: CheckContext,
): { readonly met: readonly Doc[]; readonly unmet: Doc } | undefined {
  const tests = testsOf(node, object, context);
  if (tests === undefined || tests.length === 0 || tests.length > MANY_TESTS) return undefined;
  return { met: tests.map(({ holds }) => holds), unmet: any(tests.map(({ fails }) => fails)) };
}

function testsOf(node: Node, object: Identifier, context: CheckContext): Tests | undefined {
  if (!isObjectsOwn(node)) return undefined;
  const tests: Test[] = [];
  for (const [name, { node: member, required }] of node.properties) {
    const value = readMember(object, name, context);
    const valued = isUnconstrained(member) ? [] : memberTests(member, value, context);
    if (valued === undefined) return undefined;
    const absent: Test = {
      holds: code`${value} === undefined`,
      fails: code`${value} !== undefined`,
    };
    // A value that is compared is there, so that only one without a test of its own needs to be asked for.
    if (required !== undefined && valued.length === 0) tests.push(negated(absent));
    else if (required !== undefined) tests.push(...valued);
    else if (valued.length > 0) tests.push(either([absent, both(valued)]));
  }
  for (const each of node.not) {
    const inner = testsOf(each, object, context);
    if (inner === undefined || inner.length === 0) return undefined;
    tests.push(negated(both(inner)));
  }
  for (const branches of node.anyOf) {
    const inner = branches.map((branch) => testsOf(branch, object, context));
    if (inner.some((each) => each === undefined)) return undefined;
    // A branch without a test holds for every object.
    if (inner.every((each) => each?.length !== 0))
      tests.push(either(inner.map((each) => both(each as Tests))));
  }
  return tests;
}

/** True where a node has rules for named members only, beside the type object. */
function isObjectsOwn(node: Node): boolean {
  const types = node.types?.value;
  return (
    node.references.length === 0 &&
    (types === undefined || types.includes("object")) &&
    [...node.properties.values()].every(({ contested }) => contested === undefined) &&
    isSimple(node, "properties", "not", "anyOf")
  );
}

/** Tests of a member's value: it equals one of a few literals, or has a type. */
function memberTests(node: Node, value: Code, context: CheckContext): Tests | undefined {
  if (node.references.length > 0 || hasConditionalEnum(node)) return undefined;
  if (node.values !== undefined) {
    const allowed = allowedValues(node);
    if (!isSimple(node, "values") || allowed.length === 0) return undefined;
    if (!allowed.every(isScalar) || allowed.length > MANY_TESTS) return undefined;
    return [
      either(
        allowed.map((each) => ({
          holds: [code`${value} === `, jsonLiteral(each)],
          fails: [code`${value} !== `, jsonLiteral(each)],
        })),
      ),
    ];
  }
  const [only, ...others] = node.types?.value ?? [];
  if (only === undefined || others.length > 0 || !isSimple(node)) return undefined;
  return [typeTest(only, value, context)];
}

function typeTest(type: JsonType, value: Code, context: CheckContext): Test {
  return { holds: hasTypeTest(type, value, context), fails: lacksType(type, value, context) };
}

function negated({ holds, fails }: Test): Test {
  return { holds: fails, fails: holds };
}

function both(tests: Tests): Test {
  const [only, ...others] = tests;
  if (only !== undefined && others.length === 0) return only;
  return {
    holds: joinTests(
      tests.map(({ holds }) => holds),
      code` &&`,
    ),
    fails: any(tests.map(({ fails }) => fails)),
  };
}

function either(tests: Tests): Test {
  return negated(both(tests.map(negated)));
}

function any(tests: readonly Doc[]): Doc {
  const [only, ...others] = tests;
  return only !== undefined && others.length === 0 ? only : joinTests(tests, code` ||`);
}
