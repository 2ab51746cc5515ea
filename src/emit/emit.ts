/**
 * Emit: every emitter that was asked for, of this package and of others, then the modules joined. Adding one to this package
 * is one line here and its name in `emitter-names.ts`.
 */

import { BUDGETS, budgetDiagnostic } from "../budgets.js";
import { ProtoGenError } from "../errors.js";
import type { Model } from "../model/model.js";
import { assemble } from "./assemble.js";
import { chooseEmitters } from "./choose-emitters.js";
import type {
  BuiltInEmitter,
  Emission,
  EmitOptions,
  Emitter,
  Fragment,
  Started,
} from "./emitter.js";
import { EMITTER_NAMES, type EmitterName } from "./emitter-names.js";
import { byName } from "./by-name/emit-by-name.js";
import { embedded } from "./embedded/emit-embedded.js";
import { DEFAULT_CODE, type CodeForm } from "./code-form.js";
import { DEFAULT_FORM } from "./descriptor-form.js";
import { freezeModel } from "./freeze-model.js";
import { mcpTools } from "./mcp-tools/emit-mcp-tools.js";
import { toJavaScript } from "./javascript.js";
import { members } from "./members/emit-members.js";
import { negotiation } from "./negotiation/emit-negotiation.js";
import { openapi } from "./openapi/emit-openapi.js";
import { openrpc } from "./openrpc/emit-openrpc.js";
import { checkEmitters, type OutsideEmitter } from "./outside-emitters.js";
import { requireOwnPaths, writtenPaths, type Written } from "./outside-files.js";
import type { OutputFile } from "./output-file.js";
import { release } from "./release/emit-release.js";
import { services } from "./services/emit-services.js";
import { stubs } from "./stubs/emit-stubs.js";
import { types } from "./types/emit-types.js";
import { updates } from "./updates/emit-updates.js";
import { validators } from "./validators/emit-validators.js";

const EMITTER_BY_NAME: { readonly [Name in EmitterName]: BuiltInEmitter } = {
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

const EMITTERS: readonly BuiltInEmitter[] = EMITTER_NAMES.map((name) => EMITTER_BY_NAME[name]);

/** A run of the emitters. */
export interface EmitRun {
  /** The emitters that run: those that were asked for, and those that they need. */
  readonly names: ReadonlySet<string>;
  /** Begins to load what takes long, where services with these transports need it. */
  prepare(transports: ReadonlySet<string>): void;
  /** @param onEmitter is called before each emitter starts; it may throw to end the run */
  emit(model: Model, options?: EmitChoices, onEmitter?: () => void): Promise<OutputFile[]>;
  /** Ends what was begun; after it, nothing keeps the process. */
  close(): void;
}

/**
 * @param only names of emitters, and with them those they need; undefined for all
 * @param emitters those of others, which run beside this package's
 * @throws ProtoGenError USAGE for a name that no emitter has; EMITTER_INVALID or EMITTER_FAILED for an emitter of others
 */
export function startEmit(only?: readonly string[], emitters: readonly Emitter[] = []): EmitRun {
  const chosen = chooseEmitters<AnyEmitter>([...EMITTERS, ...checkEmitters(emitters)], only);
  const names = new Set(chosen.map(({ name }) => name));
  const started = startAll(chosen);
  return {
    names,
    prepare(transports) {
      for (const each of started) each.prepare(transports);
    },
    async emit(model, choices = {}, onEmitter = () => {}) {
      const { assertFormats = true, descriptors = DEFAULT_FORM, code = DEFAULT_CODE } = choices;
      const options = { assertFormats, descriptors, code };
      const { language, importExtension } = code;
      if (chosen.some(isOutside)) freezeModel(model);
      // One that waits for its worker lets the others go on.
      const emissions = await Promise.all(
        started.map(async (each) => {
          onEmitter();
          return each.emit(model, options);
        }),
      );
      requireApart(chosen, emissions, { model, language });
      const files = emissions.flat().filter(isFile);
      const fragments = emissions.flat().filter((each): each is Fragment => !isFile(each));
      const typesOnly = !names.has("validators");
      const all = [...assemble(model, fragments, { typesOnly, importExtension }), ...files];
      requireSize(all, model);
      const written = language === "js" ? await toJavaScript(all) : all;
      return written.sort(byPath);
    },
    close: () => closeAll(started),
  };
}

type AnyEmitter = BuiltInEmitter | OutsideEmitter;

/** Where one does not start, those that have are closed. */
function startAll(emitters: readonly AnyEmitter[]): Started[] {
  const started: Started[] = [];
  try {
    for (const each of emitters) started.push(startEmitter(each));
    return started;
  } catch (error) {
    closeAll(started);
    throw error;
  }
}

/** Closes all, whatever one of them throws. */
function closeAll(started: readonly Started[]): void {
  const [first, ...others] = started;
  if (first === undefined) return;
  try {
    first.close();
  } finally {
    closeAll(others);
  }
}

interface Layout {
  readonly model: Model;
  readonly language: CodeForm["language"];
}

/** Files of others' emitters stand apart from this package's, and from one another's. */
function requireApart(
  emitters: readonly AnyEmitter[],
  emissions: readonly (readonly Emission[])[],
  { model, language }: Layout,
): void {
  const modules = model.modules.map(({ path }) => `${path}.ts`);
  const own = emissions.filter((_, index) => !isOutside(emitters[index]!));
  const outside = emitters.flatMap((each, index): Written[] =>
    isOutside(each) ? [{ emitter: each.name, emissions: emissions[index]! }] : [],
  );
  if (outside.length > 0)
    requireOwnPaths(outside, { taken: [...modules, ...writtenPaths(own.flat())], language });
}

function isOutside(emitter: AnyEmitter): boolean {
  return "isOutside" in emitter;
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

function startEmitter(emitter: AnyEmitter): Started {
  return "start" in emitter ? emitter.start() : { prepare() {}, emit: emitter.emit, close() {} };
}

function isFile(emission: Emission): emission is OutputFile {
  return "content" in emission;
}

function byPath(left: OutputFile, right: OutputFile): number {
  return left.path < right.path ? -1 : 1;
}
