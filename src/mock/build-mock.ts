/**
 * Builds the server of a mock: the templates, transpiled with the same paths as in the package, together with the profile's
 * generated code.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import nodePath from "node:path";
import { requirePayment } from "../check-profile/require-payment.js";
import { startEmit } from "../emit/emit.js";
import type { OutputFile } from "../emit/output-file.js";
import { manifestRecord } from "../generate.js";
import type { interpret, InterpretOptions } from "../interpret.js";
import type { Interpretation } from "../interpretation.js";
import { packageDirectory } from "../load/schema-root.js";
import { servedProfile } from "../starter/served-profile.js";
import { line } from "../text/line.js";
import { createRunMemory, type Environment } from "../write/run-memory.js";
import { writeTree } from "../write/write-tree.js";
import { findExampleRequest } from "./example-request.js";
import {
  ownModule,
  PLAN_FILE,
  type BuiltMock,
  type MockPlan,
  type RecordedPlan,
} from "./kept-mock.js";
import { planStandIns } from "./plan-stand-ins.js";
import { transpileProject } from "./transpile-project.js";

export interface BuildOptions {
  readonly input: InterpretOptions;
  readonly interpret: typeof interpret;
  readonly env: Environment;
  /** From `keptDirectory`. */
  readonly kept: string | undefined;
  /** A mock that cannot be kept is built in this directory. */
  readonly scratch: string;
}

const ENTRIES = ["mock/main.ts", "mock/peer-hooks.ts"];
const GENERATED = "storefront/src/generated/";
const TEMPLATES = nodePath.join(packageDirectory(), "templates");
/** The emitter whose output the business imports, with all that it needs. */
const EMITTERS = ["stubs"];
const MAX_KEPT = 16;

/** @throws ProtoGenError like `interpret` and `planStandIns` */
export async function buildMock(options: BuildOptions): Promise<BuiltMock> {
  const { input, env, kept, scratch } = options;
  const interpretation = await options.interpret(input);
  const standIns = planStandIns(interpretation);
  requirePayment(interpretation, input.payment);
  const plan: MockPlan = {
    profile: servedProfile(interpretation),
    standIns,
    example: findExampleRequest(interpretation.model),
    notices: interpretation.notices,
  };
  const files = await builtFiles(interpretation, plan, input);
  const directory = kept ?? nodePath.join(scratch, "build");
  mkdirSync(directory, { recursive: true });
  const record = manifestRecord(input, interpretation);
  const { manifest } = writeTree(directory, files, record, { force: true });
  if (kept !== undefined) {
    createRunMemory(env).remember(kept, manifest);
    removeOldest(nodePath.dirname(kept));
  }
  input.onStage?.(line`open`);
  return { ...plan, directory };
}

async function builtFiles(
  { model }: Interpretation,
  plan: MockPlan,
  { onStage }: InterpretOptions,
): Promise<OutputFile[]> {
  onStage?.(line`emit`);
  const emission = startEmit(EMITTERS);
  try {
    const emitted = await emission.emit(model);
    onStage?.(line`compile`);
    const generated = new Map(emitted.map((each) => [GENERATED + each.path, each.content]));
    const { files, modules } = transpileProject(ENTRIES, {
      // The template's own generated code is another profile's.
      read: (name) =>
        name.startsWith(GENERATED)
          ? (generated.get(name) ?? "")
          : readFileSync(nodePath.join(TEMPLATES, name), "utf8"),
      locate: ownModule,
    });
    const record: RecordedPlan = { ...plan, modules: Object.fromEntries(modules) };
    return [
      ...files,
      { path: "package.json", content: '{ "type": "module" }\n' },
      { path: PLAN_FILE, content: `${JSON.stringify(record)}\n` },
    ];
  } finally {
    emission.close();
  }
}

function removeOldest(directory: string): void {
  const entries = readdirSync(directory)
    .map((name) => nodePath.join(directory, name))
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.usedAt - one.usedAt);
  for (const { path } of entries.slice(MAX_KEPT)) rmSync(path, { recursive: true, force: true });
}
