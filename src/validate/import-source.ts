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
import { sha256 } from "../text/sha256.js";

const require = createRequire(import.meta.url);

/** The runtime as a module imports it that stands nowhere, and so finds no package. */
export function runtimeUrl(): string {
  return pathToFileURL(require.resolve("@proto-gen/runtime/codegen/v1")).href;
}

type Exports = Readonly<Record<string, unknown>>;

/** What was imported before, by a digest of its source: to compile a text again takes longer than to find it. */
const imported = new Map<string, Promise<Exports>>();

export function importSource(source: string): Promise<Exports> {
  const key = sha256(source);
  const known = imported.get(key) ?? importAnew(source);
  imported.set(key, known);
  return known;
}

async function importAnew(source: string): Promise<Exports> {
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
  return (await import(url)) as Exports;
}
