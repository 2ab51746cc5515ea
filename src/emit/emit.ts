/** Emit: every emitter that was asked for, then the modules joined. Adding an emitter is one line here. */

import { failure } from "../errors.js";
import type { Model } from "../model/model.js";
import { didYouMean } from "../nearest.js";
import { assemble } from "./assemble.js";
import type { Emitter } from "./emitter.js";
import { negotiation } from "./negotiation/emit-negotiation.js";
import type { OutputFile } from "./output-file.js";
import { types } from "./types/emit-types.js";
import { validators } from "./validators/emit-validators.js";

const EMITTERS: readonly Emitter[] = [types, validators, negotiation];

/** @param only names of emitters, and with them those they need; undefined for all */
export async function emit(model: Model, only?: readonly string[]): Promise<OutputFile[]> {
  const chosen = chooseEmitters(only);
  const fragments = [];
  for (const emitter of chosen)
    fragments.push(...(await emitter.emit(model, { assertFormats: true })));
  return assemble(model, fragments, !chosen.includes(validators));
}

function chooseEmitters(only: readonly string[] | undefined): Emitter[] {
  if (only === undefined) return [...EMITTERS];
  const known = EMITTERS.map(({ name }) => name);
  for (const name of only) {
    if (!known.includes(name))
      throw failure(
        "USAGE",
        `--only ${name}: there is no such output`,
        undefined,
        didYouMean(name, known) ?? `one of ${known.join(", ")}`,
      );
  }
  const wanted = new Set(
    only.flatMap((name) => [name, ...(EMITTERS.find((each) => each.name === name)?.needs ?? [])]),
  );
  return EMITTERS.filter(({ name }) => wanted.has(name));
}
