/** Emitted code as a user has it: files on disk that are imported or compiled. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Validator } from "@proto-gen/runtime/schema";
import ts from "typescript";
import type { OutputFile } from "../../src/emit/output-file.js";
import { compileProblems, type Compiler } from "./compile.js";
import { outDirectory, repository } from "./published.js";

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

/**
 * Compiler errors of emitted files, `file: message` each; none where they are as they should be.
 *
 * @param judged which of them, where the others are judged elsewhere
 */
export function compileErrors(
  directory: string,
  files: readonly OutputFile[],
  { compiler = ts, judged = sourcesOf(files) }: CompileOptions = {},
): readonly string[] {
  const names = judged.map((file) => path.join(directory, file));
  const prefix = `${path.relative(repository, directory)}${path.sep}`;
  return compileProblems({ files: names, compiler }).map((problem) =>
    problem.startsWith(prefix) ? problem.slice(prefix.length) : problem,
  );
}

export interface CompileOptions {
  readonly compiler?: Compiler;
  readonly judged?: readonly string[];
}

/** Paths of the TypeScript sources among files. */
export function sourcesOf(files: readonly OutputFile[]): string[] {
  return files.map((file) => file.path).filter((file) => file.endsWith(".ts"));
}
