/**
 * Emitters of others are held to what a run relies on before and while they run. Whatever is wrong with one, or with what
 * it returns, is an error that names it: nothing of it is ignored or repaired.
 */

import { cutText } from "@proto-gen/runtime/json";
import { failure, ProtoGenError } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import type { Emission, Emitter, EmitterModel, EmitterOptions, Started } from "./emitter.js";
import { EMITTER_NAMES } from "./emitter-names.js";
import { checkEmissions } from "./outside-files.js";

/** An emitter of others that was checked: what it throws names it. */
export interface OutsideEmitter {
  readonly name: string;
  readonly needs: readonly string[];
  readonly isOutside: true;
  start(): Started<EmitterModel, EmitterOptions>;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;
const MAX_VERSION = 200;
const MAX_MESSAGE = 1000;

/** @throws ProtoGenError EMITTER_INVALID for one that is no emitter, whose name is taken, or whose needs nobody has */
export function checkEmitters(emitters: readonly Emitter[]): readonly OutsideEmitter[] {
  if (!Array.isArray(emitters))
    throw failure("EMITTER_INVALID", "emitters is not a list of emitters");
  const all: readonly unknown[] = emitters;
  all.forEach(checkShape);
  const names: string[] = [...EMITTER_NAMES];
  for (const { name } of emitters) {
    if (names.includes(name))
      throw failure("EMITTER_INVALID", `emitter ${name}: another emitter has this name`, {
        hint: "give it a name of its own, and pass each emitter once",
      });
    names.push(name);
  }
  for (const { name, needs } of emitters)
    for (const each of needs)
      if (!names.includes(each))
        throw failure(
          "EMITTER_INVALID",
          `emitter ${name} needs ${each}, which no emitter is called`,
          {
            hint: didYouMean(each, names) ?? `one of ${names.join(", ")}`,
          },
        );
  return emitters.map(guard);
}

function checkShape(emitter: unknown, index: number): void {
  if (typeof emitter !== "object" || emitter === null)
    throw failure("EMITTER_INVALID", `emitters[${index}] is not an object`);
  const { name, version, needs, emit, start } = emitter as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || name.length > MAX_NAME || !NAME.test(name))
    throw failure("EMITTER_INVALID", `emitters[${index}] has no name that --only could take`, {
      hint: `name: small letters, digits and hyphens, at most ${MAX_NAME}, for example "zod"`,
    });
  const wrong = (what: string, hint: string): ProtoGenError =>
    failure("EMITTER_INVALID", `emitter ${name}: ${what}`, { hint });
  if (typeof version !== "string" || version === "" || version.length > MAX_VERSION)
    throw wrong(
      "it has no version",
      'version: a text that its author changes with what the emitter writes, for example "1.0.0"',
    );
  if (!Array.isArray(needs) || !needs.every((each) => typeof each === "string"))
    throw wrong("needs is not a list of names", "needs: [] for an emitter that needs no other");
  if ((typeof emit === "function") === (typeof start === "function"))
    throw wrong(
      "it must have either emit or start",
      "emit: (model, options) => [...]; start() only where something takes long to load",
    );
}

function guard(emitter: Emitter): OutsideEmitter {
  const { name, needs } = emitter;
  const attempt = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw failed(name, error);
    }
  };
  return {
    name,
    needs: [...needs],
    isOutside: true,
    start() {
      const started = attempt(() => startOf(emitter));
      return {
        prepare: (transports) => attempt(() => started.prepare(transports)),
        async emit(model, options) {
          const emitted = await attempt(async () => started.emit(model, options)).catch(
            (error: unknown) => {
              throw failed(name, error);
            },
          );
          return checked(name, emitted);
        },
        close: () => attempt(() => started.close()),
      };
    },
  };
}

/** A member of what is returned may be a getter that throws. */
function checked(name: string, emitted: unknown): readonly Emission[] {
  try {
    return checkEmissions(name, emitted);
  } catch (error) {
    throw error instanceof ProtoGenError ? error : failed(name, error);
  }
}

function startOf(emitter: Emitter): Started<EmitterModel, EmitterOptions> {
  return "start" in emitter
    ? emitter.start()
    : { prepare() {}, emit: (model, options) => emitter.emit(model, options), close() {} };
}

function failed(name: string, error: unknown): ProtoGenError {
  const message = messageOf(error);
  const text = typeof message === "string" ? message : "it threw a value that is not an Error";
  const wrapped = failure(
    "EMITTER_FAILED",
    `emitter ${name}: ${cutText(text, MAX_MESSAGE, "...")}`,
  );
  // For the stack trace that --verbose prints.
  wrapped.cause = error;
  return wrapped;
}

/** Undefined where the error is an object that throws another. */
function messageOf(error: unknown): unknown {
  try {
    return error instanceof Error ? error.message : error;
  } catch {
    return undefined;
  }
}
