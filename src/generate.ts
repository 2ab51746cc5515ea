/**
 * Generate: the pipeline, once and in order. In: a profile and where its schemas are. Out: the files
 * of the generated tree, and what the manifest records; nothing is written here.
 */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import { compose } from "./compose/compose.js";
import { startEmit, type EmitRun } from "./emit/emit.js";
import type { OutputFile } from "./emit/output-file.js";
import type { Diagnostic } from "./errors.js";
import { load, type Sources } from "./load/load.js";
import type { SchemaRoot } from "./load/roots.js";
import { buildModel } from "./model/build.js";
import { conflictsOf } from "./model/conflicts.js";
import { agree } from "./negotiate/agree.js";
import {
  PLATFORM_INPUT,
  PROFILE_INPUT,
  recordedOptions,
  type ManifestRecord,
} from "./write/manifest.js";

export interface GenerateOptions {
  /** File of the profile to generate for. */
  readonly profile: string;
  /** File of the other side's profile: only what both have is generated. */
  readonly platform?: string;
  /** Where schemas are that the package does not bring. */
  readonly schemas?: readonly SchemaRoot[];
  /** `name` or `name@version`: a chosen set instead of all that the profile declares. */
  readonly capabilities?: readonly string[];
  /** Outputs to write; all where it is not given. */
  readonly only?: readonly string[];
  /** Told the name of each stage as it starts. */
  readonly onStage?: (stage: string) => void;
}

export interface Generation {
  readonly files: readonly OutputFile[];
  readonly record: ManifestRecord;
  readonly agreement: Agreement;
  readonly notices: readonly Diagnostic[];
}

/** @throws ProtoGenError with the diagnostics of the stage that cannot go on */
export async function generate(options: GenerateOptions): Promise<Generation> {
  const emission = startEmit(options.only);
  try {
    return await runStages(options, emission);
  } finally {
    emission.close();
  }
}

async function runStages(options: GenerateOptions, emission: EmitRun): Promise<Generation> {
  const stage = options.onStage ?? (() => {});
  stage("load");
  const sources = await load(options);
  stage("negotiate");
  const { agreement, notices } = agree(sources, options.capabilities);
  stage("compose");
  const composition = compose(sources, agreement);
  stage("model");
  const model = buildModel(composition);
  const conflicts = conflictsOf(model, composition);
  stage("emit");
  const files = await emission.emit(model);
  const record = {
    options: recordedOptions(options),
    inputs: inputsOf(sources),
    absent: sources.absent,
  };
  return {
    files,
    record,
    agreement,
    notices: [...sources.notices, ...notices, ...composition.notices, ...conflicts],
  };
}

function inputsOf({ profile, platform, inputs }: Sources): ManifestRecord["inputs"] {
  return [
    { uri: PROFILE_INPUT, sha256: profile.document.sha256 },
    ...(platform === undefined ? [] : [{ uri: PLATFORM_INPUT, sha256: platform.document.sha256 }]),
    ...inputs.map(({ uri, sha256 }) => ({ uri, sha256 })),
  ];
}
