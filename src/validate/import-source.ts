/**
 * Imports a module that was printed a moment ago: TypeScript whose imports are URLs.
 *
 * It is imported by a `data:` URL. Node caches modules by URL, so the same schema is the same module; nothing is written
 * to the disk, and neither `eval` nor `new Function` is needed. This is the one computed import of `src`.
 */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type TypeScript from "typescript";
import { requirePackage } from "../require-package.js";
import { sha256 } from "../text/sha256.js";

const require = createRequire(import.meta.url);

/** A module without a file cannot resolve packages, so it imports the runtime by URL. */
export function runtimeUrl(): string {
  return pathToFileURL(require.resolve("@proto-gen/runtime/codegen/v1")).href;
}

type Exports = Readonly<Record<string, unknown>>;

/** Imported modules by the digest of their source: the digest is faster than another compilation. */
const imported = new Map<string, Promise<Exports>>();

export function importSource(source: string): Promise<Exports> {
  const key = sha256(source);
  const known = imported.get(key) ?? transpileAndImport(source);
  imported.set(key, known);
  return known;
}

async function transpileAndImport(source: string): Promise<Exports> {
  // A CommonJS bundle of nine megabytes, loaded only when it is needed.
  const ts = requirePackage("typescript") as typeof TypeScript;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  const url = `data:text/javascript;charset=utf-8,${encodeURIComponent(outputText)}`;
  return (await import(url)) as Exports;
}
