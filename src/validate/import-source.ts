/**
 * Import source: a module that was printed a moment ago, running in this process. In: TypeScript whose imports
 * are URLs. Out: what it exports.
 *
 * It is imported by a `data:` URL: Node keeps it by its text, so that the same schema is the same module,
 * nothing is written to the disk, and neither `eval` nor `new Function` is needed. This is the one import
 * of `src` whose path is computed.
 */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type TypeScript from "typescript";

const require = createRequire(import.meta.url);

/** The runtime as a module imports it that stands nowhere, and so finds no package. */
export function runtimeUrl(): string {
  return pathToFileURL(require.resolve("@proto-gen/runtime/schema")).href;
}

export async function importSource(source: string): Promise<Readonly<Record<string, unknown>>> {
  // A CommonJS bundle of nine megabytes: loaded by whoever needs it.
  const ts = require("typescript") as typeof TypeScript;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  const url = `data:text/javascript;charset=utf-8,${encodeURIComponent(outputText)}`;
  return (await import(url)) as Readonly<Record<string, unknown>>;
}
