/** Emit validators: for every named type its check as a function, and the validator that people use. */

import type { Attribution } from "@proto-gen/runtime/codegen/generator";
import type { Json } from "@proto-gen/runtime/json";
import {
  code,
  CODEGEN,
  group,
  hardline,
  identifier,
  indent,
  jsonLiteral,
  line,
  ModuleScope,
  printDoc,
  type Declaration,
  type Definition,
  type Doc,
  type Fragment,
  type Identifier,
  type ModelModule,
  type NamedType,
} from "../v1.js";
import type { Model } from "../../model/model.js";
import type { EmitOptions, BuiltInEmitter } from "../emitter.js";
import { LINE_WIDTH } from "../../source/doc.js";
import { dependsOnExtensions } from "../../model/extension-dependence.js";
import { call } from "./statement.js";
import type { CheckPrinterOptions } from "./function-context.js";
import { createCheckPrinter } from "./print-check.js";
import { findCheckCalls } from "./repeated-checks.js";
import { baseName, localStem } from "../../text/words.js";
import { CODEGEN_VALIDATOR, stopsName } from "../../source/codegen.js";

export const validators: BuiltInEmitter = {
  name: "validators",
  needs: ["types"],
  emit: emitValidators,
};

function emitValidators(model: Model, options: EmitOptions): Fragment[] {
  const modules = model.modules.filter(({ types }) => types.length > 0);
  const calls = findCheckCalls(
    modules.flatMap(({ types }) => types.map(({ definition }) => definition)),
  );
  const { assertFormats } = options;
  return modules.map((module) => emitModule(module, model, { assertFormats, calls }));
}

function emitModule(
  module: ModelModule,
  model: Model,
  options: Pick<CheckPrinterOptions, "assertFormats" | "calls">,
): Fragment {
  const scope = new ModuleScope(
    module.path,
    module.types.flatMap(({ name, definition }) => [
      name,
      stopsName(name, dependsOnExtensions(definition.node)),
    ]),
  );
  const check = (definition: Definition): Identifier => {
    const type = model.typeOf(definition);
    const isOpen = dependsOnExtensions(definition.node);
    const name = stopsName(type.name, isOpen);
    if (type.module === module.path) return name;
    const own = model.nameOf(definition);
    return scope.importAs(stopsName(own, isOpen), type, name, stopsName(baseName(own)));
  };
  const printer = createCheckPrinter(scope, { ...options, check, ownerOf: model.ownerOf });
  const declarations = module.types.map((type): Declaration => {
    const functions = printer.print(type.name, type.definition, type.capability);
    // A type that depends on the active extensions has a validator for each set of them: `subset` makes it.
    const isWhole = !type.internal && !dependsOnExtensions(type.definition.node);
    const docs = isWhole ? [...functions, validatorConstant(type, scope)] : functions;
    return { subject: type.name, docs: docs.map((doc) => printDoc(doc)) };
  });
  return { path: module.path, imports: scope.imports, constants: scope.constants, declarations };
}

/** `export const X: Validator<X> = validator(xStops, facts);`, marked pure so that bundlers drop it unused. */
function validatorConstant({ name, attribution }: NamedType, scope: ModuleScope): Doc {
  const type = scope.importType(CODEGEN_VALIDATOR, identifier("Validator"));
  const create = scope.import(CODEGEN, identifier("validator"));
  const args = [
    stopsName(name),
    ...(attribution === undefined ? [] : [attributionConstant(name, attribution, scope)]),
  ];
  const head = code`export const ${name}: ${type}<${name}> =`;
  const value: Doc = [call(code`/* @__PURE__ */ ${create}`, ...args), ";"];
  const width = `${head} /* @__PURE__ */ ${create}(`.length;
  const [lone, ...others] = args;
  // As prettier does: a lone short argument is no place to break, so the value goes to the next line.
  if (others.length === 0 && (lone?.length ?? 0) <= LINE_WIDTH / 4)
    return group([head, indent([line, value])]);
  return width <= LINE_WIDTH ? [head, " ", value] : [head, indent([hardline, value])];
}

function attributionConstant(
  name: Identifier,
  attribution: Attribution,
  scope: ModuleScope,
): Identifier {
  const isOfOne = Object.keys(attribution).length === 1;
  return scope.hoist(
    `attribution ${JSON.stringify(attribution)}`,
    identifier(isOfOne ? "capabilities" : `${localStem(name)}Capabilities`),
    (constant) => [code`const ${constant} = `, jsonLiteral(attribution as Json), ";"],
  );
}
