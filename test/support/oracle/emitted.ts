/**
 * One profile from both sides: what generation emits, imported, and the oracle that judges it, which shares no code with the
 * generator. In: the options of `generate`. Out: both, and the composition, for what it lists; the files stand in
 * `test/.out/<name>`.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Surface, Validator } from "@proto-gen/runtime/schema";
import { compose, type Composition } from "../../../src/compose/compose.js";
import { emit } from "../../../src/emit/emit.js";
import type { GenerateOptions } from "../../../src/generate.js";
import { interpretSources } from "../../../src/interpret.js";
import { load } from "../load.js";
import { agree } from "../../../src/negotiate/agree.js";
import { parseRoots } from "../../../src/load/schema-root.js";
import { createReferenceOracle, type ReferenceOracle } from "./reference-oracle.js";

const OUT = fileURLToPath(new URL("../../.out/", import.meta.url));

export interface Emitted {
  readonly composition: Composition;
  readonly reference: ReferenceOracle;
  /** The validator that a module exports. */
  validator(module: string, name: string): Promise<Validator<unknown>>;
  surface(): Promise<Surface>;
}

/** @param name of the directory below `test/.out`; one per generation, since modules are cached */
export async function emitted(name: string, options: GenerateOptions): Promise<Emitted> {
  // Random sets contradict themselves, which generation refuses: their verdicts are compared all the same.
  const { model } = interpretSources(await load(options), options);
  const files = await emit(model, options.only);
  const out = join(OUT, name);
  rmSync(out, { recursive: true, force: true });
  for (const { path, content } of files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const importModule = async (module: string): Promise<Readonly<Record<string, unknown>>> =>
    (await import(/* @vite-ignore */ join(out, `${module}.ts`))) as Readonly<
      Record<string, unknown>
    >;
  return {
    composition: await composition(options),
    reference: createReferenceOracle({ ...options, schemas: parseRoots(options.schemas ?? []) }),
    async validator(module, type) {
      const found = (await importModule(module))[type];
      if (found === undefined) throw new Error(`${name}/${module}.ts exports no ${type}`);
      return found as Validator<unknown>;
    },
    surface: async () => (await importModule("surface"))["surface"] as Surface,
  };
}

async function composition(options: GenerateOptions): Promise<Composition> {
  const sources = await load(options);
  return compose(sources, agree(sources, options.capabilities).agreement);
}
