/** Assemble: join what the emitters say of each module. In: fragments and the model. Out: files. */

import type { Model, ModelModule, Reexport } from "../model/model.js";
import type { OutputFile } from "./output-file.js";
import type { Fragment } from "./emitter.js";
import { hardline, printDoc, stack, type Doc } from "./source/doc.js";
import { namedList, printImports, relativeSpecifier, type Import } from "./source/module-scope.js";
import { BANNER } from "./source/banner.js";
import { stringLiteral } from "./source/literal.js";
import { code } from "./source/code.js";
import { lineComment } from "./source/comment.js";

export function assemble(
  model: Model,
  fragments: readonly Fragment[],
  typesOnly: boolean,
): OutputFile[] {
  const modules = new Map(declaredModules(model, fragments).map((module) => [module.path, module]));
  const paths = new Set([...modules.keys(), ...fragments.map(({ path }) => path)]);
  return [...paths].sort().flatMap((path) => {
    const own = fragments.filter((fragment) => fragment.path === path);
    const module = modules.get(path);
    if (own.length === 0 && (module === undefined || module.reexports.length === 0)) return [];
    return [{ path: `${path}.ts`, content: printModule(path, module, own, typesOnly) }];
  });
}

/** The model's modules with those types alone that a fragment declares: what no one prints, no one can export. */
function declaredModules({ modules }: Model, fragments: readonly Fragment[]): ModelModule[] {
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

function printModule(
  path: string,
  module: ModelModule | undefined,
  fragments: readonly Fragment[],
  typesOnly: boolean,
): string {
  const imports = printImports(path, fragments.flatMap((fragment) => fragment.imports) as Import[]);
  const reexports = module === undefined ? [] : printReexports(path, module.reexports, typesOnly);
  const constants = fragments.flatMap((fragment) => fragment.constants);
  const declared = new Set(
    fragments.flatMap((fragment) => fragment.declarations.map(({ subject }) => subject)),
  );
  const inOrder = (module?.types ?? [])
    .map(({ name }) => name)
    .filter((name) => declared.has(name));
  const subjects = [...new Set([...inOrder, ...declared])];
  const declarations = subjects.flatMap((subject) =>
    fragments.flatMap((fragment) =>
      fragment.declarations.filter((each) => each.subject === subject).flatMap(({ docs }) => docs),
    ),
  );
  const head = module === undefined ? [BANNER] : [BANNER, lineComment(module.summary)];
  const blocks: Doc[] = [
    stack(head),
    ...asBlock(imports),
    ...asBlock(reexports),
    ...asBlock(constants),
    ...declarations,
  ];
  return `${printDoc(blocks.flatMap((block, index) => (index === 0 ? [block] : [hardline, hardline, block])))}\n`;
}

function asBlock(lines: readonly Doc[]): Doc[] {
  return lines.length === 0 ? [] : [stack(lines)];
}

function printReexports(path: string, reexports: readonly Reexport[], typesOnly: boolean): Doc[] {
  const keyword = typesOnly ? code`export type ` : code`export `;
  const byModule = new Map<string, Reexport[]>();
  for (const each of reexports)
    byModule.set(each.type.module, [...(byModule.get(each.type.module) ?? []), each]);
  return [...byModule]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([module, names]) => {
      const printed = names.map(({ name, type }) =>
        name === type.name ? name : code`${type.name} as ${name}`,
      );
      const from =
        module === path ? code`;` : code` from ${stringLiteral(relativeSpecifier(path, module))};`;
      return namedList(keyword, printed, from);
    });
}
