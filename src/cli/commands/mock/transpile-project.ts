/**
 * Transpiles a module and everything that it imports at run time. Modules imported for their types alone are left out,
 * so the templates may import types from anywhere.
 */

import path from "node:path";
import type TypeScript from "typescript";
import { requirePackage } from "../../../require-package.js";

export interface TranspiledProject {
  /** The text by path, with `.js` in place of `.ts`. */
  readonly modules: ReadonlyMap<string, string>;
  /** The packages that they import: `hono`, `@proto-gen/runtime`. */
  readonly packages: ReadonlySet<string>;
}

/** @param read returns the text of a module by its normalized POSIX path */
export function transpileProject(entry: string, read: (file: string) => string): TranspiledProject {
  // A CommonJS bundle of nine megabytes, loaded only when there is something to compile.
  const ts = requirePackage("typescript") as typeof TypeScript;
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
