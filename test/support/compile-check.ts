/** One schema's emitted check, imported. In: the lowered schema. Out: a function, true where it found something wrong. */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { emitStandalone } from "../../src/emit/validators/standalone.js";
import type { Definition } from "../../src/model/node.js";

export type Check = (value: unknown) => boolean;

export interface CompileOptions {
  /** The module's file, without extension; modules are cached, so one per schema. */
  readonly file: string;
  readonly assertFormats: boolean;
}

export async function compileCheck(
  definition: Definition,
  { file, assertFormats }: CompileOptions,
): Promise<Check> {
  const { outputText } = ts.transpileModule(emitStandalone(definition, { assertFormats }), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.mjs`, outputText);
  const module = (await import(pathToFileURL(`${file}.mjs`).href)) as {
    readonly valueStops: Check;
  };
  return module.valueStops;
}
