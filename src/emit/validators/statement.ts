/** The statements that checks are made of, and how prettier lays them out. */

import {
  code,
  group,
  hardline,
  indent,
  join,
  line,
  softline,
  stack,
  type Code,
  type Doc,
  type Identifier,
} from "../v1.js";
import { ifBreak, isList, isParenthesised, parenthesised } from "../../source/doc.js";

export type Statement = Guard | Chain | Raw;

/** `if (a && b && failed(...)) return true;` */
interface Guard {
  readonly kind: "guard";
  readonly conditions: readonly Doc[];
}

/** `if (a) { ... } else if (b) { ... } else { ... }` */
interface Chain {
  readonly kind: "chain";
  readonly branches: readonly {
    readonly test: readonly Doc[];
    readonly body: readonly Statement[];
  }[];
  readonly otherwise: readonly Statement[];
}

interface Raw {
  readonly kind: "raw";
  readonly doc: Doc;
}

/** Stops where all conditions hold; the last is a call that reports. */
export function guard(...conditions: Doc[]): Statement {
  return { kind: "guard", conditions };
}

/** A variable, where its statements read it: what reports without a look at the value needs none. */
export function declare(name: Identifier, value: Code, body: readonly Statement[]): Statement[] {
  return mentions(body, name) ? [raw(code`const ${name} = ${value};`), ...body] : [...body];
}

/** Literals, in which a word is none of the code's. */
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** True where statements read a variable or a parameter. */
export function mentions(statements: readonly Statement[], name: Identifier): boolean {
  return statements.some((statement) => {
    if (statement.kind === "raw") return holds(statement.doc, name);
    if (statement.kind === "guard") return statement.conditions.some((each) => holds(each, name));
    return (
      mentions(statement.otherwise, name) ||
      statement.branches.some(
        ({ test, body }) => test.some((each) => holds(each, name)) || mentions(body, name),
      )
    );
  });
}

/** The same of what is printed. */
export function holds(doc: Doc, name: Identifier): boolean {
  if (typeof doc === "string")
    return doc.includes(name) && new RegExp(`\\b${name}\\b`).test(doc.replace(TEXTS, ""));
  if (isList(doc)) return doc.some((each) => holds(each, name));
  return doc.kind !== "line" && doc.kind !== "ifBreak" && holds(doc.content, name);
}

export function raw(doc: Doc): Statement {
  return { kind: "raw", doc };
}

/** Runs the body where the tests hold; folds a lone guard into the test. */
export function when(
  test: readonly Doc[],
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement[] {
  const [only, ...more] = body;
  if (only === undefined && otherwise.length === 0) return [];
  if (only?.kind === "guard" && more.length === 0 && otherwise.length === 0)
    return [guard(...test, ...only.conditions)];
  const [next, ...rest] = otherwise;
  if (next?.kind === "chain" && rest.length === 0) {
    return [
      { kind: "chain", branches: [{ test, body }, ...next.branches], otherwise: next.otherwise },
    ];
  }
  if (next?.kind === "guard" && rest.length === 0 && next.conditions.length > 1) {
    const last = next.conditions.length - 1;
    const branch = {
      test: next.conditions.slice(0, last),
      body: [guard(...next.conditions.slice(last))],
    };
    return [{ kind: "chain", branches: [{ test, body }, branch], otherwise: [] }];
  }
  return [{ kind: "chain", branches: [{ test, body }], otherwise }];
}

/** `if (test) return;` */
export function leave(test: Doc): Statement {
  return raw(group([condition([test]), indent([line, code`return;`])]));
}

export function call(name: Doc, ...args: Doc[]): Doc {
  return group([
    name,
    "(",
    indent([softline, join([",", line], args)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    softline,
    ")",
  ]);
}

export function block(head: Doc, body: readonly Statement[]): Doc {
  return [head, " {", indent([hardline, printStatements(body)]), hardline, "}"];
}

export function printStatements(statements: readonly Statement[]): Doc {
  return stack(statements.map(printStatement));
}

/** The body of a check, with its end: a value that lacks its type ends it, so that what follows stands at its margin. */
export function printBody(statements: readonly Statement[]): Doc {
  const declarations = statements.slice(
    0,
    statements.findIndex(({ kind }) => kind !== "raw"),
  );
  const [first, ...more] = statements.slice(declarations.length);
  const [branch, ...others] = first?.kind === "chain" ? first.branches : [];
  const [last, ...before] = branch?.body ?? [];
  const [reported, ...tests] = last?.kind === "guard" ? last.conditions : [];
  if (
    first?.kind !== "chain" ||
    more.length > 0 ||
    branch === undefined ||
    before.length > 0 ||
    reported === undefined ||
    tests.length > 0
  ) {
    return printEnding(statements);
  }
  const [next, ...later] = others;
  const rest: Statement[] =
    next === undefined
      ? [...first.otherwise]
      : later.length === 0
        ? when(next.test, next.body, first.otherwise)
        : [{ kind: "chain", branches: others, otherwise: first.otherwise }];
  const exit: Doc = group([condition(branch.test), indent([line, [code`return `, reported, ";"]])]);
  return stack([...declarations.map(printStatement), exit, printEnding(rest)]);
}

/** The last statements of a check: guards at the end are one expression. */
function printEnding(statements: readonly Statement[]): Doc {
  const end = statements.findLastIndex(({ kind }) => kind !== "guard") + 1;
  const guards = statements.slice(end).filter((each) => each.kind === "guard");
  return stack([
    ...statements.slice(0, end).map(printStatement),
    returned(guards.map(({ conditions }) => conditions)),
  ]);
}

/** @param alternatives conditions that hold together */
function returned(alternatives: readonly (readonly Doc[])[]): Doc {
  const [only, ...others] = alternatives;
  if (only === undefined) return code`return false;`;
  const isOne = others.length === 0;
  if (isOne && only.length === 1) return [code`return `, only[0]!, ";"];
  const tests = isOne ? only : alternatives.map(together);
  const hasOperations =
    alternatives.flat().some(isParenthesised) ||
    (!isOne && tests.length < alternatives.flat().length);
  return group([
    code`return `,
    ifBreak("("),
    indent([softline, operation(isOne ? code`&&` : code`||`, tests, hasOperations)]),
    softline,
    ifBreak(")"),
    ";",
  ]);
}

/** The second of two operands stays beside the first where it fits there, unless one is an operation itself: as prettier has it. */
function operation(operator: Code, operands: readonly Doc[], hasOperations: boolean): Doc {
  const [left, right, ...others] = operands;
  return left === undefined || right === undefined || others.length > 0 || hasOperations
    ? join([" ", operator, line], operands)
    : [left, " ", group([operator, line, right])];
}

function together(conditions: readonly Doc[]): Doc {
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  return group(["(", indent(join([code` &&`, line], conditions)), ")"]);
}

function printStatement(statement: Statement): Doc {
  switch (statement.kind) {
    case "raw":
      return statement.doc;
    case "guard":
      return group([condition(statement.conditions), indent([line, code`return true;`])]);
    case "chain":
      return printChain(statement);
  }
}

/** Tests in parentheses of their own; where they are a whole condition, these are the condition's. */
export function joinTests(tests: readonly Doc[], operator: Code): Doc {
  return parenthesised(join([operator, line], tests));
}

function condition(tests: readonly Doc[]): Doc {
  const [only, ...others] = tests;
  if (only !== undefined && others.length === 0 && isParenthesised(only)) return [code`if `, only];
  return [code`if (`, group([indent([softline, join([" &&", line], tests)]), softline]), ")"];
}

function printChain({ branches, otherwise }: Chain): Doc {
  const printed = branches.map(({ test, body }) => block(group(condition(test)), body));
  const chain = join(code` else `, printed);
  return otherwise.length === 0 ? chain : [chain, " ", block(code`else`, otherwise)];
}
