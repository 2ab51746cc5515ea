/** Emit: every emitter that was asked for, then the modules joined. Adding an emitter is one line here and its name in `emitter-names.ts`. */

import { BUDGETS, budgetDiagnostic } from "../budgets.js";
import { failure, ProtoGenError } from "../errors.js";
import type { Model } from "../model/model.js";
import { didYouMean } from "../text/nearest.js";
import { assemble } from "./assemble.js";
import type { Emission, EmitOptions, Emitter, Fragment, Started } from "./emitter.js";
import { EMITTER_NAMES, type EmitterName } from "./emitter-names.js";
import { byName } from "./by-name/emit-by-name.js";
import { embedded } from "./embedded/emit-embedded.js";
import { DEFAULT_CODE } from "./code-form.js";
import { DEFAULT_FORM } from "./descriptor-form.js";
import { mcpTools } from "./mcp-tools/emit-mcp-tools.js";
import { toJavaScript } from "./javascript.js";
import { members } from "./members/emit-members.js";
import { negotiation } from "./negotiation/emit-negotiation.js";
import { openapi } from "./openapi/emit-openapi.js";
import { openrpc } from "./openrpc/emit-openrpc.js";
import type { OutputFile } from "./output-file.js";
import { release } from "./release/emit-release.js";
import { services } from "./services/emit-services.js";
import { stubs } from "./stubs/emit-stubs.js";
import { types } from "./types/emit-types.js";
import { updates } from "./updates/emit-updates.js";
import { validators } from "./validators/emit-validators.js";

const EMITTER_BY_NAME: { readonly [Name in EmitterName]: Emitter } = {
  openapi,
  types,
  validators,
  "by-name": byName,
  negotiation,
  services,
  updates,
  release,
  members,
  "mcp-tools": mcpTools,
  embedded,
  openrpc,
  stubs,
};

/** An undefined option takes its default. */
type EmitChoices = { readonly [Name in keyof EmitOptions]?: EmitOptions[Name] | undefined };

const EMITTERS: readonly Emitter[] = EMITTER_NAMES.map((name) => EMITTER_BY_NAME[name]);

/** A run of the emitters. */
export interface EmitRun {
  /** The emitters that run: those that were asked for, and those that they need. */
  readonly names: ReadonlySet<EmitterName>;
  /** Begins to load what takes long, where services with these transports need it. */
  prepare(transports: ReadonlySet<string>): void;
  emit(model: Model, options?: EmitChoices): Promise<OutputFile[]>;
  /** Ends what was begun; after it, nothing keeps the process. */
  close(): void;
}

/**
 * @param only names of emitters, and with them those they need; undefined for all
 * @throws ProtoGenError USAGE for a name that no emitter has
 */
export function startEmit(only?: readonly string[]): EmitRun {
  const chosen = chooseEmitters(only);
  const started = chosen.map(startEmitter);
  return {
    names: new Set(chosen.map(({ name }) => name)),
    prepare(transports) {
      for (const each of started) each.prepare(transports);
    },
    async emit(model, choices = {}) {
      const { assertFormats = true, descriptors = DEFAULT_FORM, code = DEFAULT_CODE } = choices;
      const options = { assertFormats, descriptors, code };
      const { language, importExtension } = code;
      // One that waits for its worker lets the others go on.
      const emissions = await Promise.all(started.map(async (each) => each.emit(model, options)));
      const files = emissions.flat().filter(isFile);
      const fragments = emissions.flat().filter((each): each is Fragment => !isFile(each));
      const typesOnly = !chosen.includes(validators);
      const all = [...assemble(model, fragments, { typesOnly, importExtension }), ...files];
      requireSize(all, model);
      const written = language === "js" ? await toJavaScript(all) : all;
      return written.sort(byPath);
    },
    close() {
      for (const each of started) each.close();
    },
  };
}

function requireSize(files: readonly OutputFile[], { profile }: Model): void {
  const count = files.reduce((sum, { content }) => sum + content.length, 0);
  if (count <= BUDGETS.outputCharacters.limit) return;
  const place = { file: profile.document.file };
  throw new ProtoGenError([
    budgetDiagnostic("outputCharacters", "what would be written", { count, place }),
  ]);
}

export async function emit(
  model: Model,
  only?: readonly string[],
  options?: EmitChoices,
): Promise<OutputFile[]> {
  const run = startEmit(only);
  try {
    return await run.emit(model, options);
  } finally {
    run.close();
  }
}

function startEmitter(emitter: Emitter): Started {
  return "start" in emitter ? emitter.start() : { prepare() {}, emit: emitter.emit, close() {} };
}

function isFile(emission: Emission): emission is OutputFile {
  return "content" in emission;
}

function byPath(left: OutputFile, right: OutputFile): number {
  return left.path < right.path ? -1 : 1;
}

function chooseEmitters(only: readonly string[] | undefined): Emitter[] {
  if (only === undefined) return [...EMITTERS];
  const known: readonly string[] = EMITTER_NAMES;
  for (const name of only) {
    if (!known.includes(name))
      throw failure("USAGE", `--only ${name}: this output does not exist`, {
        hint: didYouMean(name, known) ?? `one of ${known.join(", ")}`,
      });
  }
  const wanted = new Set(
    only.flatMap((name) => [name, ...(EMITTERS.find((each) => each.name === name)?.needs ?? [])]),
  );
  return EMITTERS.filter(({ name }) => wanted.has(name));
}
