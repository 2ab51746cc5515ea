/** The functions that checks are printed as. */

import {
  code,
  CODEGEN,
  group,
  hardline,
  identifier,
  indent,
  join,
  line,
  softline,
  stack,
  type Code,
  type Doc,
  type Identifier,
  type ModuleScope,
} from "../v1.js";
import { VALUE } from "./context.js";
import type { CheckCall } from "./repeated-checks.js";
import { call, mentions, printBody, printStatements, type Statement } from "./statement.js";

/** The statements of a function, and the module that it stands in. */
export interface PrintedBody {
  readonly statements: readonly Statement[];
  readonly scope: ModuleScope;
}

/** A constant; a value without a place to break moves to the next line where it does not fit. */
export function constantDoc(name: Code, value: Doc): Doc {
  const head = code`const ${name} =`;
  return typeof value === "string"
    ? [group([head, indent([line, value])]), ";"]
    : [head, " ", value, ";"];
}

/** A check: `keyword` is `function`, with `export` or without. */
export function checkFunction(
  keyword: Code,
  name: Identifier,
  { statements, scope }: PrintedBody,
): Doc {
  const issues = scope.importType(CODEGEN, identifier("Issues"));
  const [value, reported] = parametersOf(statements);
  const params = [code`${value}: unknown`, code`${reported}?: ${issues}`];
  return functionDoc({ keyword, name, params, result: code`boolean` }, [printBody(statements)]);
}

/** A check that is called through a function of the runtime (`by`); `fresh` names the function that checks the value. */
interface CalledCheck {
  readonly fresh: Identifier;
  readonly by: CheckCall;
}

/** A check that is called through a function of the runtime: what it checks is a function of its own, `fresh`. */
export function calledFunctions(
  keyword: Code,
  { check, ...called }: CalledCheck & { readonly check: Identifier },
  body: PrintedBody,
): Doc[] {
  const issues = body.scope.importType(CODEGEN, identifier("Issues"));
  const params = [code`value: unknown`, code`issues?: ${issues}`];
  const head = { keyword, name: check, params, result: code`boolean` };
  return [
    functionDoc(head, [[code`return `, throughRuntime(called, body.scope), ";"]]),
    checkFunction(code`function`, called.fresh, body),
  ];
}

export function throughRuntime({ fresh, by }: CalledCheck, scope: ModuleScope): Doc {
  return call(scope.import(CODEGEN, identifier(by)), fresh, code`value`, code`issues`);
}

/** A check's parameters; one that nothing reads has a mark for the compiler. */
export function parametersOf(statements: readonly Statement[]): readonly [Identifier, Identifier] {
  return [
    unusedMark(mentions(statements, VALUE), VALUE),
    unusedMark(mentions(statements, ISSUES), ISSUES),
  ];
}

const ISSUES = identifier("issues");

export function unusedMark(isUsed: boolean, name: Identifier): Identifier {
  return isUsed ? name : identifier(`_${name}`);
}

export function evaluatorFunction(name: Identifier, { statements, scope }: PrintedBody): Doc {
  const evaluated = scope.importType(CODEGEN, identifier("Evaluated"));
  const used = statements.length > 0;
  const params = used
    ? [code`value: unknown`, code`seen: ${evaluated}`]
    : [code`_value: unknown`, code`_seen: ${evaluated}`];
  const body = used ? [printStatements(statements)] : [];
  return functionDoc({ keyword: code`function`, name, params, result: code`void` }, body);
}

export interface FunctionHead {
  readonly keyword: Code;
  readonly name: Identifier;
  readonly params: readonly Code[];
  readonly result: Code;
}

/** Other modules need it; users take the validator of its type. */
const INTERNAL = code`/** @internal */`;

export function functionDoc(
  { keyword, name, params, result }: FunctionHead,
  body: readonly Doc[],
): Doc {
  const list = group([
    "(",
    indent([softline, join([",", { kind: "line", flat: " " }], params)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    softline,
    ")",
  ]);
  const mark = keyword.startsWith("export") ? [INTERNAL, hardline] : [];
  const head: Doc = [mark, code`${keyword} ${name}`, list, code`: ${result} {`];
  return body.length === 0 ? [head, "}"] : [head, indent([hardline, stack(body)]), hardline, "}"];
}
