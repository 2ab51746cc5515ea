/** Prints a definition's check as a function, with the helper functions that it needs beside it. */

import type { Definition } from "../../model/node.js";
import { hasConditionalValues, dependsOnExtensions } from "../../model/extension-dependence.js";
import { hardline, indent, stack, type Doc } from "../../source/doc.js";
import type { ModuleScope } from "../../source/module-scope.js";
import { VALUE, type CheckContext } from "./context.js";
import {
  ACTIVE,
  functionContext,
  VISIBILITIES,
  type CheckModule,
  type CheckPrinterOptions,
  type HelperScope,
} from "./function-context.js";
import { checkFunction, functionDoc, parametersOf, unusedMark } from "./function-doc.js";
import { START } from "./pointer.js";
import { holds, printBody, type Statement } from "./statement.js";
import { valueStatements } from "./value.js";
import { CODEGEN, failsName } from "../../source/codegen.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { code } from "../../source/code.js";

export interface CheckPrinter {
  /** The functions of one named definition: its check, exported, then the helpers. */
  print(name: Identifier, definition: Definition, owner?: string): Doc[];
}

/** One printer a module: helpers of one node or definition are shared within it. */
export function createCheckPrinter(scope: ModuleScope, options: CheckPrinterOptions): CheckPrinter {
  const helpers: HelperScope = { helpers: new Map(), evaluators: new Map(), functions: [] };
  const module: CheckModule = { scope, options, helpers };
  return {
    print(name, definition, owner) {
      const subject = { name, definition, owner };
      const main = dependsOnExtensions(definition.node)
        ? printOpen(module, subject)
        : printFixed(module, subject);
      return [main, ...helpers.functions.splice(0)];
    },
  };
}

interface CheckedType {
  readonly name: Identifier;
  readonly definition: Definition;
  readonly owner: string | undefined;
}

function printFixed(module: CheckModule, { name, definition, owner }: CheckedType): Doc {
  const frame = module.helpers;
  const statements = statementsOf(
    definition,
    functionContext(module, { subject: name, owner, frame }),
  );
  const body = { statements, scope: module.scope };
  return checkFunction(code`export function`, failsName(name), body);
}

function statementsOf({ node }: Definition, context: CheckContext): Statement[] {
  return valueStatements(node, { value: VALUE, at: START, context });
}

/** A function that makes the check for a set of active extensions. */
function printOpen(module: CheckModule, { name, definition, owner }: CheckedType): Doc {
  const { scope } = module;
  const inner = { names: new Set<string>(), lists: new Map<string, Identifier>(), constants: [] };
  const frame: HelperScope = { helpers: new Map(), evaluators: new Map(), functions: [], inner };
  const statements = statementsOf(
    definition,
    functionContext(module, { subject: name, owner, frame }),
  );
  const [value, issues] = parametersOf(statements);
  const check: Doc = [
    code`return (${value}, ${issues}) => {`,
    indent([hardline, stack([printBody(statements), code`return false;`])]),
    hardline,
    code`};`,
  ];
  const all = [...inner.constants, check, ...frame.functions];
  const isRead = all.some((each) => holds(each, VISIBILITIES));
  const type = scope.importType(CODEGEN, identifier("Visibilities"));
  const active = hasConditionalValues(definition.node)
    ? [code`${ACTIVE}: ${scope.importType(CODEGEN, identifier("ActiveCapabilities"))}`]
    : [];
  const head = {
    keyword: code`export function`,
    name: failsName(name, true),
    params: [code`${unusedMark(isRead, VISIBILITIES)}: ${type}`, ...active],
    result: scope.importType(CODEGEN, identifier("Fails")),
  };
  return functionDoc(head, all);
}
