/** Prints a definition's check as a function, with the helper functions that it needs beside it. */

import {
  code,
  CODEGEN,
  hardline,
  identifier,
  indent,
  type Definition,
  type Doc,
  type Identifier,
  type ModuleScope,
} from "../v1.js";
import { hasConditionalValues, dependsOnExtensions } from "../../model/extension-dependence.js";
import { VALUE, type CheckContext } from "./context.js";
import {
  ACTIVE,
  createHelperScope,
  freshName,
  functionContext,
  VISIBILITIES,
  type CheckModule,
  type CheckPrinterOptions,
} from "./function-context.js";
import {
  checkFunction,
  functionDoc,
  throughRuntime,
  calledFunctions,
  parametersOf,
  unusedMark,
  type PrintedBody,
} from "./function-doc.js";
import { START } from "./pointer.js";
import { holds, printBody, type Statement } from "./statement.js";
import { valueStatements } from "./value.js";
import { stopsName } from "../../source/codegen.js";

export interface CheckPrinter {
  /** The functions of one named definition: its check, exported, then the helpers. */
  print(name: Identifier, definition: Definition, owner?: string): Doc[];
}

/** One printer a module: helpers of one node or definition are shared within it. */
export function createCheckPrinter(scope: ModuleScope, options: CheckPrinterOptions): CheckPrinter {
  const helpers = createHelperScope();
  const module: CheckModule = { scope, options, helpers };
  return {
    print(name, definition, owner) {
      const subject = { name, definition, owner };
      const main = dependsOnExtensions(definition.node)
        ? [printOpen(module, subject)]
        : printFixed(module, subject);
      return [...main, ...helpers.functions.splice(0)];
    },
  };
}

interface CheckedType {
  readonly name: Identifier;
  readonly definition: Definition;
  readonly owner: string | undefined;
}

function printFixed(module: CheckModule, { name, definition, owner }: CheckedType): Doc[] {
  const frame = module.helpers;
  const statements = statementsOf(
    definition,
    functionContext(module, { subject: name, owner, frame }),
  );
  const body = { statements, scope: module.scope };
  const [keyword, check] = [code`export function`, stopsName(name)];
  const by = module.options.calls.get(definition.node);
  if (by === undefined) return [checkFunction(keyword, check, body)];
  const fresh = module.scope.claim(freshName(check));
  return calledFunctions(keyword, { check, fresh, by }, body);
}

function statementsOf({ node }: Definition, context: CheckContext): Statement[] {
  return valueStatements(node, { value: VALUE, at: START, context });
}

/** A function that makes the check for a set of active extensions. */
function printOpen(module: CheckModule, { name, definition, owner }: CheckedType): Doc {
  const { scope } = module;
  const inner = { names: new Set<string>(), lists: new Map<string, Identifier>(), constants: [] };
  const frame = createHelperScope(inner);
  const statements = statementsOf(
    definition,
    functionContext(module, { subject: name, owner, frame }),
  );
  const all = [
    ...inner.constants,
    ...returnedCheck(module, { name, definition, statements }),
    ...frame.functions,
  ];
  const isRead = all.some((each) => holds(each, VISIBILITIES));
  const type = scope.importType(CODEGEN, identifier("Visibilities"));
  const active = hasConditionalValues(definition.node)
    ? [code`${ACTIVE}: ${scope.importType(CODEGEN, identifier("ActiveCapabilities"))}`]
    : [];
  const head = {
    keyword: code`export function`,
    name: stopsName(name, true),
    params: [code`${unusedMark(isRead, VISIBILITIES)}: ${type}`, ...active],
    result: scope.importType(CODEGEN, identifier("Check")),
  };
  return functionDoc(head, all);
}

/** The check that is made for a set, and the function behind it where it is called through another. */
function returnedCheck(
  { scope, options }: CheckModule,
  {
    name,
    definition,
    statements,
  }: Pick<CheckedType, "name" | "definition"> & Pick<PrintedBody, "statements">,
): Doc[] {
  const by = options.calls.get(definition.node);
  if (by !== undefined) {
    const fresh = scope.claim(freshName(stopsName(name)));
    return [
      [code`return (value, issues) => `, throughRuntime({ fresh, by }, scope), ";"],
      checkFunction(code`function`, fresh, { statements, scope }),
    ];
  }
  const [value, issues] = parametersOf(statements);
  return [
    [
      code`return (${value}, ${issues}) => {`,
      indent([hardline, printBody(statements)]),
      hardline,
      code`};`,
    ],
  ];
}
