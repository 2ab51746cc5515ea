/**
 * Runs every command on one input, in this thread, and judges each run: it may not end with 70, nor take long, and each
 * error names a document and, where that could be parsed, a place in it.
 *
 * A run takes long if it is beyond the limit and far beyond what the release takes without the damages, which is measured
 * right after it: a slow machine slows both.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Host } from "../../../src/cli/host.js";
import { main } from "../../../src/cli/main.js";
import { createProgram } from "../../../src/cli/program.js";
import { planStandIns } from "../../../src/mock/plan-stand-ins.js";
import { servedProfile } from "../../../src/starter/served-profile.js";
import { ProtoGenError } from "../../../src/errors.js";
import { generate } from "../../../src/generate.js";
import { interpret, type InterpretOptions } from "../../../src/interpret.js";
import type { Interpretation } from "../../../src/interpretation.js";
import { parseRoot } from "../../../src/load/schema-root.js";
import { exportsOf, moduleAt } from "../../../src/model/type-namer.js";
import { cpuTimeOf } from "../cpu-time.js";
import { commandLines } from "./commands.js";
import type { MutatedInput } from "./input.js";
import { SCHEMAS } from "./releases.js";

export interface Fault {
  readonly kind: "defect" | "slow" | "no place";
  readonly command: readonly string[];
  readonly detail: string;
}

export interface InputReport {
  /** The stage that refused the profile; `none` where it was generated. */
  readonly stage: string;
  readonly faults: readonly Fault[];
  readonly runs: number;
  /** Exit codes by command. */
  readonly codes: readonly (readonly [string, number])[];
  /** Of the slowest run, in milliseconds of CPU time. */
  readonly slowest: number;
}

export interface RunPlace {
  /** Is emptied and filled. */
  readonly directory: string;
  readonly maxMilliseconds: number;
}

export async function runInput(input: MutatedInput, place: RunPlace): Promise<InputReport> {
  const directory = path.join(place.directory, "input");
  const undamaged = path.join(place.directory, "undamaged");
  rmSync(place.directory, { recursive: true, force: true });
  for (const [name, text] of input.release.files) write(path.join(undamaged, name), text);
  for (const [name, text] of input.release.files)
    write(path.join(directory, name), input.changed.get(name) ?? text);
  for (const [name, bytes] of input.changed) write(path.join(directory, name), bytes);
  const { prefix, files } = input.release;
  const withoutDamages: InterpretOptions = {
    profile: path.join(undamaged, "profile.json"),
    schemas: [parseRoot(`${path.join(undamaged, SCHEMAS)}=${prefix}`)],
  };
  await compileOnce(withoutDamages);
  const run = new InputRun(place.maxMilliseconds, withoutDamages);
  const schemas = parseRoot(`${path.join(directory, SCHEMAS)}=${prefix}`);
  const types = await run.interpretFirst({
    profile: path.join(directory, "profile.json"),
    schemas: input.isLocked ? [] : [schemas],
  });
  const world = { directory, undamaged, prefix, files, types, isLocked: input.isLocked };
  for (const command of commandLines({ ...world, random: input.random() })) await run.call(command);
  return run.report();
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

let isCompiled = false;

/** The first run in a thread takes several times as long as the next, because Node compiles the modules. */
async function compileOnce(options: InterpretOptions): Promise<void> {
  if (isCompiled) return;
  isCompiled = true;
  await generate({ ...options, payment: "none" });
}

const FAR_BEYOND = 3;

class InputRun {
  readonly #maxMilliseconds: number;
  readonly #undamaged: InterpretOptions;
  readonly #faults: Fault[] = [];
  readonly #codes: (readonly [string, number])[] = [];
  /** Several commands interpret the same profile: with the same options, once. */
  readonly #interpretations = new Map<string, Promise<Interpretation>>();
  #stage = "";
  #slowest = 0;

  constructor(maxMilliseconds: number, undamaged: InterpretOptions) {
    this.#maxMilliseconds = maxMilliseconds;
    this.#undamaged = undamaged;
  }

  report(): InputReport {
    const [codes, faults] = [this.#codes, this.#faults];
    return { stage: this.#stage, faults, codes, runs: codes.length, slowest: this.#slowest };
  }

  /** Also plans what `mock` would serve, which would be a process. */
  async interpretFirst(options: InterpretOptions): Promise<readonly string[]> {
    let stage = "profile";
    const command = ["mock", options.profile];
    const types = await this.#measure(command, async () => {
      try {
        const made = this.#interpretOnce({ ...options, onStage: (name) => void (stage = name) });
        const interpretation = await made;
        stage = "after the model";
        const names = [...exportsOf(moduleAt(interpretation.model, "index")).keys()];
        servedProfile(interpretation);
        planStandIns(interpretation);
        return names.map(String);
      } catch (error) {
        if (!(error instanceof ProtoGenError) || error.exitCode === 70)
          this.#fault(
            "defect",
            command,
            error instanceof Error ? (error.stack ?? "") : String(error),
          );
        return [];
      }
    });
    this.#stage = stage;
    return types;
  }

  async call(command: readonly string[]): Promise<void> {
    const out: string[] = [];
    const err: string[] = [];
    const host: Host = {
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
      env: {},
      loadGenerate: () => Promise.resolve(generate),
      loadInterpret: () => Promise.resolve(this.#interpretOnce),
      loadFetch: () => Promise.reject(new Error("something was fetched")),
    };
    const code = await this.#measure(command, () => main(command, host));
    const [name = ""] = command;
    this.#codes.push([name, code]);
    if (name === "generate" && this.#stage === "after the model")
      this.#stage = code === 0 ? "none" : "emit";
    if (code === 70)
      this.#fault("defect", command, `${err.join("")}\n${await stackOf(command, host)}`);
    else if (command.includes("--json")) this.#requirePlaces(command, out.join(""));
  }

  readonly #interpretOnce = (options: InterpretOptions): Promise<Interpretation> => {
    const { profile, platform, capabilities, schemas } = options;
    const key = JSON.stringify([profile, platform, capabilities, schemas]);
    const known = this.#interpretations.get(key);
    if (known !== undefined) return known;
    const made = interpret(options);
    made.catch(() => {});
    this.#interpretations.set(key, made);
    return made;
  };

  async #measure<Result>(command: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const { value, milliseconds } = await cpuTimeOf(work);
    this.#slowest = Math.max(this.#slowest, Math.round(milliseconds));
    if (milliseconds > this.#maxMilliseconds) await this.#compare(command, milliseconds);
    return value;
  }

  async #compare(command: readonly string[], milliseconds: number): Promise<void> {
    const undamaged = await cpuTimeOf(() => generate({ ...this.#undamaged, payment: "none" }));
    if (milliseconds <= FAR_BEYOND * undamaged.milliseconds) return;
    const [damagedTime, time] = [milliseconds, undamaged.milliseconds].map(Math.round);
    this.#fault(
      "slow",
      command,
      `${damagedTime} ms of CPU time; generating without damages took ${time} ms`,
    );
  }

  #fault(kind: Fault["kind"], command: readonly string[], detail: string): void {
    this.#faults.push({ kind, command, detail });
  }

  #requirePlaces(command: readonly string[], out: string): void {
    let report: unknown;
    try {
      report = out === "" ? {} : JSON.parse(out);
    } catch {
      this.#fault("defect", command, `--json printed no JSON: ${out.slice(0, 200)}`);
      return;
    }
    const { diagnostics = [], findings = [] } = report as Readonly<
      Record<"diagnostics" | "findings", readonly ReportedError[] | undefined>
    >;
    for (const each of [...diagnostics, ...findings]) {
      const problem = missingPlace(each);
      if (problem !== undefined)
        this.#fault("no place", command, `${problem}: ${JSON.stringify(each)}`);
    }
  }
}

/** The message of a defect does not tell where it is: another run, without the function that reports it, does. */
async function stackOf(command: readonly string[], host: Host): Promise<string> {
  try {
    await createProgram(host).run(command);
    return "another run did not fail";
  } catch (error) {
    return error instanceof Error ? (error.stack ?? "") : String(error);
  }
}

interface ReportedError {
  readonly code?: string;
  readonly rule?: string;
  readonly file?: string;
  readonly line?: number;
  readonly pointer?: string;
}

/** Errors about the command line, or about all that it names. */
const WITHOUT_DOCUMENT = /^(?:USAGE|FILE_NOT_FOUND|DIFF_UNKNOWN_SIDE|SCAFFOLD_|MOCK_|WRITE_)/;
/** Errors about a whole file: it cannot be read, is not text, or is too large. */
const WITHOUT_LINE =
  /^(?:JSON_ENCODING|LOAD_TOO_LARGE|LOAD_FILE_SKIPPED|LOAD_EMPTY_RELEASE|RELEASE_HAS_ERRORS)/;

function missingPlace({ code, rule, file, line, pointer }: ReportedError): string | undefined {
  const id = code ?? rule ?? "";
  if (WITHOUT_DOCUMENT.test(id)) return undefined;
  if (file === undefined) return "it names no document";
  if (WITHOUT_LINE.test(id) || line !== undefined) return undefined;
  return pointer === undefined ? "it names no place in the document" : undefined;
}
