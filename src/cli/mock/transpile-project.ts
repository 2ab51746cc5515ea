/**
 * TypeScript modules as JavaScript. In: a module to start at, how to read what it leads to. Out: the text of each
 * module that is loaded, and the packages that these import. What is imported for its types alone is left out.
 */

import { createRequire } from "node:module";
import path from "node:path";
import type TypeScript from "typescript";

export interface Transpiled {
  /** By path, `.js` in place of `.ts`. */
  readonly modules: ReadonlyMap<string, string>;
  /** Names: `hono`, `@proto-gen/runtime`. */
  readonly packages: ReadonlySet<string>;
}

/** @param read the text of a module by its path, which has `/` and no `.` in it */
export function transpileProject(entry: string, read: (file: string) => string): Transpiled {
  // A CommonJS bundle of nine megabytes: loaded by whoever needs it.
  const ts = createRequire(import.meta.url)("typescript") as typeof TypeScript;
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  const modules = new Map<string, string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (const file of waiting) {
    if (modules.has(scriptOf(file))) continue;
    const { outputText } = ts.transpileModule(read(file), { compilerOptions: options });
    modules.set(scriptOf(file), outputText);
    for (const { fileName } of ts.preProcessFile(outputText).importedFiles)
      if (fileName.startsWith(".")) waiting.push(sourceOf(file, fileName));
      else if (!fileName.startsWith("node:")) packages.add(packageOf(fileName));
  }
  return { modules, packages };
}

function sourceOf(importer: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(importer), specifier).replace(/\.js$/, ".ts");
}

function scriptOf(file: string): string {
  return file.replace(/\.ts$/, ".js");
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
