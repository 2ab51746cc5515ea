/** Print a definition's check as a function, with the helper functions it needs beside it. */

import type { Definition, Node } from "../../model/node.js";
import { hardline, indent, join, line, softline, type Doc } from "../source/doc.js";
import { group, stack } from "../source/doc.js";
import type { ModuleScope } from "../source/module-scope.js";
import { couldHide, RUNTIME, type CheckContext } from "./context.js";
import { camelCase } from "./object.js";
import { START } from "./pointer.js";
import { printBody, printStatements, type Statement } from "./statement.js";
import { evaluatorStatements, type Evaluated } from "./unevaluated.js";
import { valueStatements } from "./value.js";

/** What every check has already: its parameters, and what marks evaluated members. */
const FUNCTION_LOCALS = ["value", "issues", "seen"];

export interface CheckPrinter {
  /** The functions of one named definition: its check, exported, then the helpers. */
  print(name: string, definition: Definition, owner?: string): Doc[];
}

export interface CheckPrinterOptions {
  readonly assertFormats: boolean;
  /** Local name of another definition's check. */
  check(definition: Definition): string;
  /** The capability whose schema a document is. */
  ownerOf?(document: string): string | undefined;
}

/** One printer a module: helpers of one node or definition are shared within it. */
export function createCheckPrinter(scope: ModuleScope, options: CheckPrinterOptions): CheckPrinter {
  const helpers = new Map<Node, string>();
  const evaluators = new Map<string | Node, string>();
  let pending: Doc[] = [];

  function contextFor(
    subject: string,
    owner: string | undefined,
    variables = new Set(FUNCTION_LOCALS),
  ): CheckContext {
    const context: CheckContext = {
      scope,
      subject: camelCase(subject),
      owner,
      ownerOf: options.ownerOf ?? (() => undefined),
      assertFormats: options.assertFormats,
      runtime: (name) => scope.import(RUNTIME, name),
      check: options.check,
      helper(node, hint) {
        const known = helpers.get(node);
        if (known !== undefined) return known;
        const name = scope.claim(`check${subject}${hint}`);
        helpers.set(node, name);
        const inner = contextFor(subject, owner);
        pending.push(
          checkFunction("function", name, valueStatements(node, "value", START, inner), inner),
        );
        return name;
      },
      evaluator(target, kind, hint) {
        const key = "node" in target ? `${kind} ${target.key}` : target;
        const known = evaluators.get(key);
        if (known !== undefined) return known;
        const name = scope.claim(`mark${subject}${hint}`);
        evaluators.set(key, name);
        const inner = contextFor(subject, owner);
        pending.push(
          evaluatorFunction(name, evaluatorStatements(target, kind as Evaluated, inner), inner),
        );
        return name;
      },
      variable(wish) {
        const safe = couldHide(wish) ? `${wish}Member` : wish;
        let name = safe;
        for (let ordinal = 2; variables.has(name) || scope.has(name); ordinal++)
          name = `${safe}${ordinal}`;
        variables.add(name);
        return name;
      },
      nested: () => contextFor(subject, owner, new Set(variables)),
      ownedBy: (other) => contextFor(subject, other ?? owner, variables),
      hoist: (key, wish, value, type) =>
        scope.hoist(key, wish, (name) =>
          constantDoc(type === undefined ? name : `${name}: ${type}`, value),
        ),
    };
    return context;
  }

  return {
    print(name, definition, owner) {
      const context = contextFor(name, owner);
      const main = checkFunction(
        "export function",
        `check${name}`,
        valueStatements(definition.node, "value", START, context),
        context,
      );
      const docs = [main, ...pending];
      pending = [];
      return docs;
    },
  };
}

/** What has no place to break goes to the next line where it does not fit. */
function constantDoc(name: string, value: Doc): Doc {
  const head = `const ${name} =`;
  return typeof value === "string"
    ? [group([head, indent([line, value])]), ";"]
    : [head, " ", value, ";"];
}

function checkFunction(
  keyword: string,
  name: string,
  statements: readonly Statement[],
  context: CheckContext,
): Doc {
  const issues = context.scope.import(RUNTIME, "Issues", true);
  const used = statements.length > 0;
  const params = used
    ? ["value: unknown", `issues?: ${issues}`]
    : ["_value: unknown", `_issues?: ${issues}`];
  return functionDoc(keyword, name, params, "boolean", [
    ...(used ? [printBody(statements)] : []),
    "return false;",
  ]);
}

function evaluatorFunction(
  name: string,
  statements: readonly Statement[],
  context: CheckContext,
): Doc {
  const evaluated = context.scope.import(RUNTIME, "Evaluated", true);
  const used = statements.length > 0;
  const params = used
    ? ["value: unknown", `seen: ${evaluated}`]
    : ["_value: unknown", `_seen: ${evaluated}`];
  return functionDoc("function", name, params, "void", used ? [printStatements(statements)] : []);
}

function functionDoc(
  keyword: string,
  name: string,
  params: readonly string[],
  result: string,
  body: readonly Doc[],
): Doc {
  const list = group([
    "(",
    indent([softline, join([",", { kind: "line", flat: " " }], params)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    softline,
    ")",
  ]);
  const head: Doc = [`${keyword} ${name}`, list, `: ${result} {`];
  return body.length === 0 ? [head, "}"] : [head, indent([hardline, stack(body)]), hardline, "}"];
}
