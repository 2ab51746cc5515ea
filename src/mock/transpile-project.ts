/**
 * Transpiles modules and everything that they import at run time. Modules imported for their types alone are left out,
 * so the templates may import types from anywhere.
 */

import path from "node:path";
import type TypeScript from "typescript";
import type { OutputFile } from "../emit/output-file.js";
import { requirePackage } from "../require-package.js";

export interface TranspiledProject {
  /** With `.js` in place of `.ts`. */
  readonly files: readonly OutputFile[];
  /** The URLs of the modules of packages, by how they are imported: `hono/html`. */
  readonly modules: ReadonlyMap<string, string>;
}

export interface TranspileOptions {
  /** Returns the text of a module by its normalized POSIX path. */
  read(file: string): string;
  /** Returns the URL of a package's module. */
  locate(specifier: string): string;
}

export function transpileProject(
  entries: readonly string[],
  { read, locate }: TranspileOptions,
): TranspiledProject {
  // A CommonJS bundle of nine megabytes, loaded only when there is something to compile.
  const ts = requirePackage("typescript") as typeof TypeScript;
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  const files = new Map<string, OutputFile>();
  const modules = new Map<string, string>();
  const waiting = [...entries];
  for (const file of waiting) {
    const script = file.replace(/\.ts$/, ".js");
    if (files.has(script)) continue;
    const { outputText } = ts.transpileModule(read(file), { compilerOptions });
    const imports = ts.preProcessFile(outputText).importedFiles;
    let content = outputText;
    // From the last on, so that positions stay what they are.
    for (const { fileName, pos, end } of [...imports].sort((one, other) => other.pos - one.pos)) {
      if (fileName.startsWith(".")) waiting.push(sourceOf(file, fileName));
      else if (!fileName.startsWith("node:")) {
        const url = modules.get(fileName) ?? locate(fileName);
        modules.set(fileName, url);
        // Between the quotes.
        content = content.slice(0, pos + 1) + url + content.slice(end + 1);
      }
    }
    files.set(script, { path: script, content });
  }
  return { files: [...files.values()], modules };
}

function sourceOf(importer: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(importer), specifier).replace(/\.js$/, ".ts");
}
