/**
 * Assemble: several emitters declare parts of one module, and none knows the others. A module gets the imports, constants
 * and declarations of all its fragments, each type's declarations together and in the model's order.
 */

import { groupBy } from "../group-by.js";
import type { Model, ModelModule, Reexport } from "../model/model.js";
import type { OutputFile } from "./output-file.js";
import type { Fragment } from "./emitter.js";
import { hardline, join, printDoc, stack, type Doc } from "../source/doc.js";
import {
  namedList,
  printImports,
  relativeSpecifier,
  type ImportExtension,
} from "../source/module-scope.js";
import { BANNER } from "../source/banner.js";
import { stringLiteral } from "../source/literal.js";
import { code } from "../source/code.js";
import { lineComment } from "../source/comment.js";

export interface AssembleOptions {
  readonly typesOnly: boolean;
  readonly importExtension: ImportExtension;
}

export function assemble(
  model: Model,
  fragments: readonly Fragment[],
  options: AssembleOptions,
): OutputFile[] {
  const modules = new Map(modulesOf(model, fragments).map((module) => [module.path, module]));
  const byPath = groupBy(fragments, ({ path }) => path);
  const paths = new Set([...modules.keys(), ...byPath.keys()]);
  return [...paths].sort().flatMap((path) => {
    const own = byPath.get(path) ?? [];
    const module = modules.get(path);
    if (own.length === 0 && (module === undefined || module.reexports.length === 0)) return [];
    const content = printModule({ path, module, fragments: own, ...options });
    return [{ path: `${path}.ts`, content }];
  });
}

/** The model's modules, without re-exports of types that no fragment declares. */
function modulesOf({ modules }: Model, fragments: readonly Fragment[]): ModelModule[] {
  const declared = new Set(
    fragments.flatMap(({ path, declarations }) =>
      declarations.map(({ subject }) => `${path} ${subject}`),
    ),
  );
  return modules.map((module) => ({
    ...module,
    reexports: module.reexports.filter(({ type }) => declared.has(`${type.module} ${type.name}`)),
  }));
}

interface ModuleParts extends AssembleOptions {
  readonly path: string;
  /** Undefined for a module that only emitters know. */
  readonly module: ModelModule | undefined;
  readonly fragments: readonly Fragment[];
}

function printModule({ path, module, fragments, ...options }: ModuleParts): string {
  const imports = fragments.flatMap((fragment) => fragment.imports);
  const blocks = [
    stack(module === undefined ? [BANNER] : [BANNER, lineComment(module.summary)]),
    ...asBlock(printImports(path, imports, options.importExtension)),
    ...asBlock(module === undefined ? [] : printReexports(path, module.reexports, options)),
    ...asBlock(fragments.flatMap((fragment) => fragment.constants)),
    ...collectDeclarations(module, fragments),
  ];
  return `${printDoc(join([hardline, hardline], blocks))}\n`;
}

/** Types in the model's order, then the other subjects; under each, the declarations of all emitters. */
function collectDeclarations(
  module: ModelModule | undefined,
  fragments: readonly Fragment[],
): Doc[] {
  const declarations = fragments.flatMap((fragment) => fragment.declarations);
  const bySubject = groupBy(declarations, ({ subject }) => subject);
  const typeNames = (module?.types ?? []).map(({ name }) => name);
  const subjects = new Set([...typeNames, ...bySubject.keys()]);
  return [...subjects].flatMap((subject) =>
    (bySubject.get(subject) ?? []).flatMap(({ docs }) => docs),
  );
}

function asBlock(lines: readonly Doc[]): Doc[] {
  return lines.length === 0 ? [] : [stack(lines)];
}

function printReexports(
  path: string,
  reexports: readonly Reexport[],
  { typesOnly, importExtension }: AssembleOptions,
): Doc[] {
  const keyword = typesOnly ? code`export type ` : code`export `;
  const byModule = groupBy(reexports, ({ type }) => type.module);
  return [...byModule]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([module, names]) => {
      const printed = names.map(({ name, type }) =>
        name === type.name ? name : code`${type.name} as ${name}`,
      );
      const from =
        module === path
          ? code`;`
          : code` from ${stringLiteral(relativeSpecifier(path, module, importExtension))};`;
      return namedList(keyword, printed, from);
    });
}
