/**
 * TypeScript's judgement of files, under what DESIGN §8 promises that emitted ones compile under. The files of a
 * worker share what the compiler reads for all of them: its libraries, packages, the runtime's declarations.
 */

import { statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { repository } from "./published.js";

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

/** For code by hand: most people's functions do not spell what they return. */
export const HAND_WRITTEN = { declaration: false, isolatedDeclarations: false } as const;

/** TypeScript 5.9 and 6 have one API. */
export type Compiler = typeof ts;

export interface Compilation {
  /** Paths of the files to judge. What they import is read; it is judged where it is made. */
  readonly files: readonly string[];
  /** As in a `tsconfig.json`, in place of those of {@link STRICT_OPTIONS}. */
  readonly options?: object;
  /** Files to judge beside those of `files`, by what they import or by their path. */
  readonly judges?: (file: string) => boolean;
  readonly compiler?: Compiler;
}

/** Problems, `file: message` each; none where all is well. Files are relative to the repository's root. */
export function compileProblems(compilation: Compilation): readonly string[] {
  const { compiler = ts } = compilation;
  return diagnosticsOf(compilation).map(({ file, messageText }) => {
    const where = file === undefined ? "" : `${path.relative(repository, file.fileName)}: `;
    return where + compiler.flattenDiagnosticMessageText(messageText, "\n");
  });
}

/** The same, as the compiler has it. */
export function diagnosticsOf(compilation: Compilation): readonly ts.Diagnostic[] {
  const { files, options: more, judges, compiler = ts } = compilation;
  const json = { ...STRICT_OPTIONS, ...more };
  const { options, errors } = compiler.convertCompilerOptionsFromJson(json, repository);
  const host = cachingHost(compiler, options);
  const program = compiler.createProgram([...files], options, host);
  const roots = new Set(files.map((file) => path.resolve(file)));
  const judged = program
    .getSourceFiles()
    .filter(({ fileName }) => roots.has(path.resolve(fileName)) || judges?.(fileName) === true);
  const diagnostics = judged.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...(options.declaration === true ? program.getDeclarationDiagnostics(file) : []),
  ]);
  return compiler.sortAndDeduplicateDiagnostics([
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...diagnostics,
  ]);
}

/** What hardly changes, and every program reads. */
const SHARED = /\/(node_modules|src\/runtime\/dist)\//;

/** By compiler and options, since a source file is bound by those of its program. */
const caches = new Map<string, Map<string, ts.SourceFile | undefined>>();

function cachingHost(compiler: Compiler, options: ts.CompilerOptions): ts.CompilerHost {
  const key = `${compiler.version} ${JSON.stringify(options)}`;
  const cache = caches.get(key) ?? new Map<string, ts.SourceFile | undefined>();
  caches.set(key, cache);
  const host = compiler.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  return {
    ...host,
    getSourceFile(file, ...rest) {
      if (!SHARED.test(file)) return read(file, ...rest);
      const version = `${file} ${String(statSync(file, { throwIfNoEntry: false })?.mtimeMs)}`;
      if (!cache.has(version)) cache.set(version, read(file, ...rest));
      return cache.get(version);
    },
  };
}
