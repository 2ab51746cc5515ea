/** Print a definition's check as a function, with the helper functions it needs beside it. */

import type { Definition, Node } from "../../model/node.js";
import { hardline, indent, join, line, softline, type Doc } from "../source/doc.js";
import { group, stack } from "../source/doc.js";
import type { ModuleScope } from "../source/module-scope.js";
import { couldHide, RUNTIME, VALUE, type CheckContext } from "./context.js";
import { localStem } from "../../text/words.js";
import { START } from "./pointer.js";
import { printBody, printStatements, type Statement } from "./statement.js";
import { evaluatorStatements, type Evaluated } from "./unevaluated.js";
import { valueStatements } from "./value.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { code, type Code } from "../source/code.js";

/** What every check has already: its parameters, and what marks evaluated members. */
const FUNCTION_LOCALS = ["value", "issues", "seen"];

export interface CheckPrinter {
  /** The functions of one named definition: its check, exported, then the helpers. */
  print(name: Identifier, definition: Definition, owner?: string): Doc[];
}

export interface CheckPrinterOptions {
  readonly assertFormats: boolean;
  /** Local name of another definition's check. */
  check(definition: Definition): Identifier;
  /** The capability whose schema a document is. */
  ownerOf?(document: string): string | undefined;
}

/** One printer a module: helpers of one node or definition are shared within it. */
export function createCheckPrinter(scope: ModuleScope, options: CheckPrinterOptions): CheckPrinter {
  const helpers = new Map<Node, Identifier>();
  const evaluators = new Map<string | Node, Identifier>();
  let pending: Doc[] = [];

  function contextFor(
    subject: Identifier,
    owner: string | undefined,
    variables: Set<string> = new Set(FUNCTION_LOCALS),
  ): CheckContext {
    const context: CheckContext = {
      scope,
      subject: localStem(subject),
      owner,
      ownerOf: options.ownerOf ?? (() => undefined),
      assertFormats: options.assertFormats,
      runtime: (name) => scope.import(RUNTIME, identifier(name)),
      check: options.check,
      helper(node, hint) {
        const known = helpers.get(node);
        if (known !== undefined) return known;
        const name = scope.claim(identifier(`check${subject}${hint}`));
        helpers.set(node, name);
        const inner = contextFor(subject, owner);
        pending.push(
          checkFunction(code`function`, name, valueStatements(node, VALUE, START, inner), inner),
        );
        return name;
      },
      evaluator(target, kind, hint) {
        const key = "node" in target ? `${kind} ${target.key}` : target;
        const known = evaluators.get(key);
        if (known !== undefined) return known;
        const name = scope.claim(identifier(`mark${subject}${hint}`));
        evaluators.set(key, name);
        const inner = contextFor(subject, owner);
        pending.push(
          evaluatorFunction(name, evaluatorStatements(target, kind as Evaluated, inner), inner),
        );
        return name;
      },
      variable(wish) {
        const safe = couldHide(wish) ? identifier(`${wish}Member`) : wish;
        let name = safe;
        for (let ordinal = 2; variables.has(name) || scope.has(name); ordinal++)
          name = identifier(`${safe}${ordinal}`);
        variables.add(name);
        return name;
      },
      nested: () => contextFor(subject, owner, new Set(variables)),
      ownedBy: (other) => contextFor(subject, other ?? owner, variables),
      hoist: (key, wish, value, type) =>
        scope.hoist(key, wish, (name) =>
          constantDoc(type === undefined ? name : code`${name}: ${type}`, value),
        ),
    };
    return context;
  }

  return {
    print(name, definition, owner) {
      const context = contextFor(name, owner);
      const main = checkFunction(
        code`export function`,
        identifier(`check${name}`),
        valueStatements(definition.node, VALUE, START, context),
        context,
      );
      const docs = [main, ...pending];
      pending = [];
      return docs;
    },
  };
}

/** What has no place to break goes to the next line where it does not fit. */
function constantDoc(name: Code, value: Doc): Doc {
  const head = code`const ${name} =`;
  return typeof value === "string"
    ? [group([head, indent([line, value])]), ";"]
    : [head, " ", value, ";"];
}

function checkFunction(
  keyword: Code,
  name: Identifier,
  statements: readonly Statement[],
  context: CheckContext,
): Doc {
  const issues = context.scope.import(RUNTIME, identifier("Issues"), true);
  const used = statements.length > 0;
  const params = used
    ? [code`value: unknown`, code`issues?: ${issues}`]
    : [code`_value: unknown`, code`_issues?: ${issues}`];
  return functionDoc(keyword, name, params, code`boolean`, [
    ...(used ? [printBody(statements)] : []),
    code`return false;`,
  ]);
}

function evaluatorFunction(
  name: Identifier,
  statements: readonly Statement[],
  context: CheckContext,
): Doc {
  const evaluated = context.scope.import(RUNTIME, identifier("Evaluated"), true);
  const used = statements.length > 0;
  const params = used
    ? [code`value: unknown`, code`seen: ${evaluated}`]
    : [code`_value: unknown`, code`_seen: ${evaluated}`];
  return functionDoc(
    code`function`,
    name,
    params,
    code`void`,
    used ? [printStatements(statements)] : [],
  );
}

function functionDoc(
  keyword: Code,
  name: Identifier,
  params: readonly Code[],
  result: Code,
  body: readonly Doc[],
): Doc {
  const list = group([
    "(",
    indent([softline, join([",", { kind: "line", flat: " " }], params)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    softline,
    ")",
  ]);
  const head: Doc = [code`${keyword} ${name}`, list, code`: ${result} {`];
  return body.length === 0 ? [head, "}"] : [head, indent([hardline, stack(body)]), hardline, "}"];
}
