/** TypeScript's judgement of literals, and its checker: one program for the types of many schemas. */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { Json } from "@proto-gen/runtime/json";
import { STRICT_OPTIONS } from "../compile.js";
import { outDirectory, repository } from "../published.js";
import { ROOT } from "./declare-types.js";

/** A value of the type that a namespace declares. */
export interface Literal {
  readonly namespace: string;
  readonly value: Json;
}

export interface TypeProgram {
  readonly checker: ts.TypeChecker;
  /** What is wrong with the declarations themselves. */
  readonly problems: readonly string[];
  typeOf(namespace: string): ts.Type;
  /** For each literal, why the type refuses it; undefined where it takes it. */
  readonly refusals: readonly (string | undefined)[];
}

const { options } = ts.convertCompilerOptionsFromJson(
  { ...STRICT_OPTIONS, declaration: false, isolatedDeclarations: false, erasableSyntaxOnly: false },
  repository,
);
const host = ts.createCompilerHost(options);
const libraries = new Map<string, ts.SourceFile | undefined>();

/** @param name of a directory of its own */
export function compileTypes(
  name: string,
  declarations: readonly string[],
  literals: readonly Literal[],
): TypeProgram {
  const directory = path.join(outDirectory, name);
  mkdirSync(directory, { recursive: true });
  const [types, values] = [path.join(directory, "types.ts"), path.join(directory, "values.ts")];
  writeFileSync(types, declarations.join("\n"));
  const lines = literals.map(
    ({ namespace, value }, index) =>
      `export const v${index}: types.${namespace}.${ROOT} = ${JSON.stringify(value)};`,
  );
  writeFileSync(values, ['import type * as types from "./types.js";', ...lines, ""].join("\n"));
  const program = ts.createProgram([types, values], options, cachingHost);
  const declared = program.getSourceFile(types)!;
  const written = program.getSourceFile(values)!;
  const refusals: (string | undefined)[] = literals.map(() => undefined);
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(written)) {
    const { line } = written.getLineAndCharacterOfPosition(start);
    refusals[line - 1] ??= ts.flattenDiagnosticMessageText(messageText, "\n");
  }
  const checker = program.getTypeChecker();
  const problems = [
    ...program.getSyntacticDiagnostics(declared),
    ...program.getSemanticDiagnostics(declared),
  ].map(({ start = 0, messageText }) => {
    const namespace = declared.text.slice(0, start).split("export namespace ").at(-1);
    return `${ts.flattenDiagnosticMessageText(messageText, "\n")} ${namespace}`;
  });
  const types_ = rootTypes(declared, checker);
  return { checker, problems, refusals, typeOf: (namespace) => types_.get(namespace)! };
}

const cachingHost: ts.CompilerHost = {
  ...host,
  getSourceFile(file, ...rest) {
    if (!file.includes("/node_modules/typescript")) return host.getSourceFile(file, ...rest);
    if (!libraries.has(file)) libraries.set(file, host.getSourceFile(file, ...rest));
    return libraries.get(file);
  },
};

function rootTypes(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlyMap<string, ts.Type> {
  const found = new Map<string, ts.Type>();
  for (const statement of file.statements) {
    if (!ts.isModuleDeclaration(statement) || !statement.body || !ts.isModuleBlock(statement.body))
      continue;
    const root = statement.body.statements.find(
      (each): each is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
        (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) &&
        each.name.text === ROOT,
    );
    if (root !== undefined) found.set(statement.name.text, checker.getTypeAtLocation(root.name));
  }
  return found;
}
