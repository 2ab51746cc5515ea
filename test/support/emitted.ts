/** Emitted code as a user has it: files on disk that are imported or compiled. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Validator } from "@proto-gen/runtime/schema";
import ts from "typescript";
import type { OutputFile } from "../../src/emit/output-file.js";
import { outDirectory } from "./published.js";

/** What an emitted module exports at run time: validators, by the name of their type. */
export type EmittedModule = Readonly<Record<string, Validator<unknown>>>;

/** Writes files below `test/.out/<name>`, in place of what an earlier run left there. */
export function writeEmitted(name: string, files: readonly OutputFile[]): string {
  const directory = path.join(outDirectory, name);
  rmSync(directory, { recursive: true, force: true });
  for (const file of files) {
    const target = path.join(directory, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.content);
  }
  return directory;
}

/** vitest transforms what it imports, and reads the runtime from its source. */
export async function importEmitted(directory: string, file: string): Promise<EmittedModule> {
  return (await import(pathToFileURL(path.join(directory, file)).href)) as EmittedModule;
}

/** What DESIGN §8 promises that emitted files compile under. */
export const STRICT_OPTIONS = {
  target: "es2022",
  lib: ["es2023"],
  types: [],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  declaration: true,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
} as const;

/** Compiler errors of emitted files, `file: message` each; none where they are as they should be. */
export function compileErrors(
  directory: string,
  files: readonly OutputFile[],
  compiler: Compiler = ts,
): string[] {
  const { options, errors } = compiler.convertCompilerOptionsFromJson(STRICT_OPTIONS, directory);
  const names = sourcesOf(files).map((file) => path.join(directory, file));
  const program = compiler.createProgram(names, options);
  return [...errors, ...compiler.getPreEmitDiagnostics(program)].map(({ file, messageText }) => {
    const where = file === undefined ? "" : `${path.relative(directory, file.fileName)}: `;
    return where + compiler.flattenDiagnosticMessageText(messageText, "\n");
  });
}

/** TypeScript 5.9 and 6 have one API. */
export type Compiler = Pick<
  typeof ts,
  | "convertCompilerOptionsFromJson"
  | "createProgram"
  | "flattenDiagnosticMessageText"
  | "getPreEmitDiagnostics"
>;

/** Paths of the TypeScript sources among files. */
export function sourcesOf(files: readonly OutputFile[]): string[] {
  return files.map((file) => file.path).filter((file) => file.endsWith(".ts"));
}
