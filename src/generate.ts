/**
 * Generate: interpret a profile, then emit the files of the generated tree. Nothing is written here: the caller passes the
 * files and the manifest's record to `write`.
 */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import { requirePayment } from "./check-profile/require-payment.js";
import { startEmit, type EmitRun } from "./emit/emit.js";
import type { CodeForm } from "./emit/code-form.js";
import type { Emitter } from "./emit/emitter.js";
import type { DescriptorForm } from "./emit/descriptor-form.js";
import type { OutputFile } from "./emit/output-file.js";
import { diagnostic, type Diagnostic } from "./errors.js";
import { interpret, type InterpretOptions } from "./interpret.js";
import type { Interpretation } from "./interpretation.js";
import { withoutFragment } from "./json-schema/uri.js";
import { locateSource } from "./load/document.js";
import type { Service } from "./load/profile.js";
import type { Sources } from "./load/sources.js";
import type { FetchedDocument } from "./load/remote.js";
import { hasServer } from "./model/model.js";
import {
  agreementCounts,
  overlayInput,
  PLATFORM_INPUT,
  PROFILE_INPUT,
  recordedOptions,
  type ManifestRecord,
} from "./write/manifest.js";
import { line } from "./text/line.js";

export interface GenerateOptions extends InterpretOptions {
  /** Names of the outputs to emit; all if undefined. */
  readonly only?: readonly string[] | undefined;
  /** The form of tool descriptors, where it is not the default. */
  readonly descriptors?: DescriptorForm | undefined;
  /** The language of modules and what their imports end in, where it is not the default. */
  readonly code?: CodeForm | undefined;
  /** Emitters of others, which run beside this package's; `only` can name them. */
  readonly emitters?: readonly Emitter[] | undefined;
}

export interface Generation {
  readonly files: readonly OutputFile[];
  readonly record: ManifestRecord;
  readonly agreement: Agreement;
  /** Documents that were fetched, for the lock file: pass them to `writeLock`. */
  readonly fetched: readonly FetchedDocument[];
  readonly notices: readonly Diagnostic[];
  /** How many findings were accepted, and are not among the notices. */
  readonly accepted?: number;
  /** False where the result depends on which files a directory holds, which the manifest does not record. */
  readonly isRepeatable?: boolean;
}

/**
 * Generates the files of a profile, and writes nothing: `writeTree` does.
 *
 * @throws ProtoGenError with the diagnostics of the stage that failed
 *
 * @example
 * ```ts
 * import { generate, writeTree } from "proto-gen";
 *
 * const { files, record, notices } = await generate({ profile: "./profile.json" });
 * writeTree("./generated", files, record);
 * for (const { code, message } of notices) console.warn(`${code}: ${message}`);
 * ```
 */
export async function generate(options: GenerateOptions): Promise<Generation> {
  const generator = openGenerator(options);
  try {
    return await generator.generate(options);
  } finally {
    generator.close();
  }
}

/** Generates again and again, and keeps what takes long to load in between. */
export interface Generator {
  /**
   * One call at a time.
   *
   * @param onEmitter is called before each emitter starts; it may throw to end the run, as `onStage` may
   */
  generate(
    options: Omit<GenerateOptions, "only" | "emitters">,
    onEmitter?: () => void,
  ): Promise<Generation>;
  close(): void;
}

/** @throws ProtoGenError USAGE for the name of an output that does not exist, EMITTER_INVALID */
export function openGenerator({
  only,
  emitters,
}: Pick<GenerateOptions, "only" | "emitters"> = {}): Generator {
  const emission = startEmit(only, emitters);
  return {
    generate: (options, onEmitter) =>
      runStages({ ...options, only, emitters }, emission, onEmitter),
    close: () => emission.close(),
  };
}

async function runStages(
  options: GenerateOptions,
  emission: EmitRun,
  onEmitter?: () => void,
): Promise<Generation> {
  const interpretation = await interpret({
    ...options,
    // Emitters start workers that load while the model is built.
    onServices: (services) => emission.prepare(transportsOf(services)),
  });
  const { sources, agreement, model, notices, accepted = 0 } = interpretation;
  if (emission.names.has("release") && hasServer(model))
    requirePayment(interpretation, options.payment);
  options.onStage?.(line`emit`);
  const { descriptors, code } = options;
  const files = await emission.emit(model, { descriptors, code }, onEmitter);
  return {
    files,
    record: manifestRecord(options, interpretation),
    agreement,
    fetched: withOverlays(sources),
    notices: [...notices, ...missingClient(sources, options)],
    accepted,
    isRepeatable: !isPlatformAlone(sources),
  };
}

/** The part of the manifest that is about the options and inputs of a run, and not about its output. */
export function manifestRecord(
  options: GenerateOptions,
  { sources, agreement, overlays = [], leftOut = [] }: Interpretation,
): ManifestRecord {
  return {
    options: recordedOptions(options),
    agreement: agreementCounts(agreement),
    inputs: [
      ...recordedInputs(sources),
      ...overlays.map(({ sha256 }, index) => ({ uri: overlayInput(index), sha256 })),
    ],
    absent: sources.absent,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

/** What was fetched, with the overlays that were applied to it. */
function withOverlays({ fetched, profile, platform, inputs }: Sources): readonly FetchedDocument[] {
  const profiles = [profile.document, ...(platform === undefined ? [] : [platform.document])];
  const changed = new Map(
    [...profiles, ...inputs].flatMap((each) =>
      [each, ...(each.namedBy === undefined ? [] : [each.namedBy])].flatMap(({ uri, overlaid }) =>
        overlaid === undefined ? [] : [[uri, overlaid.overlays] as const],
      ),
    ),
  );
  return fetched.map((each) => ({ ...each, overlays: changed.get(each.url) }));
}

function transportsOf(services: readonly Service[]): ReadonlySet<string> {
  return new Set(services.flatMap(({ bindings }) => bindings.map(({ transport }) => transport)));
}

/** Its client is made of the service documents that stand beside the capabilities' schemas. */
function isPlatformAlone({ profile, platform }: Sources): boolean {
  return profile.services.length === 0 && platform === undefined;
}

function missingClient(sources: Sources, { only }: GenerateOptions): Diagnostic[] {
  const isWanted = only === undefined || only.includes("stubs");
  if (!isWanted || !isPlatformAlone(sources) || sources.services.length > 0) return [];
  const { document, vocabulary } = sources.profile;
  return [
    diagnostic(
      "PROFILE_NO_CLIENT",
      `no client is generated: the profile names no services, and ${whyNotFound(sources)}`,
      { place: locateSource(document, `/${vocabulary.name}`) },
    ),
  ];
}

/** The network cannot be searched: of a release that is fetched, only a profile's services name the service documents. */
function whyNotFound({ profile, documents }: Sources): string {
  const schemas = profile.registry.capabilities.map(({ schema = "" }) => withoutFragment(schema));
  return schemas.every((uri) => documents.get(uri)?.isRemote === true)
    ? "the schemas of its capabilities were fetched, which does not show what service documents their release has"
    : "no service document beside the schemas of its capabilities refers to them";
}

function recordedInputs({ profile, platform, inputs }: Sources): ManifestRecord["inputs"] {
  const { uri, sha256, namedBy } = profile.document;
  const named = namedBy === undefined ? [] : [{ uri, sha256 }];
  return [
    { uri: PROFILE_INPUT, sha256: (namedBy ?? profile.document).sha256 },
    ...named,
    ...(platform === undefined ? [] : [{ uri: PLATFORM_INPUT, sha256: platform.document.sha256 }]),
    ...inputs.map((each) => ({ uri: each.uri, sha256: each.sha256 })),
  ];
}
