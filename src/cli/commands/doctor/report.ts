/** What `proto-gen doctor` examines, as `--json` prints it. */

import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, diagnosticSeverity, ProtoGenError, type Diagnostic } from "../../../errors.js";
import type { Generation } from "../../../generate.js";
import { lookIntoLock } from "../../../load/lock.js";
import { createRoots } from "../../../load/roots.js";
import { BUNDLED_ROOT, parseRoot, type SchemaRoot } from "../../../load/schema-root.js";
import { generateTarget } from "../../../target/write-target.js";
import { checkTree } from "../../../write/check-tree.js";
import { overlayIndex, PLATFORM_INPUT, PROFILE_INPUT } from "../../../write/manifest.js";
import type { TargetFlags } from "../../define-command.js";
import type { Host } from "../../host.js";
import { interpretOptions } from "../../interpret-options.js";
import { diagnosticReports, type DiagnosticReport } from "../../report.js";
import type { GenerateFlags } from "../generate/command.js";
import { flagsTarget } from "../generate/flags-target.js";
import type { DoctorFlags } from "./command.js";
import { examineInstallation, type InstallationReport } from "./installation.js";

export interface DoctorReport {
  /** Nothing is in the way. */
  readonly ok: boolean;
  readonly installation: InstallationReport;
  /** The configuration's file; undefined where there is none. */
  readonly config?: string | undefined;
  readonly targets: readonly TargetReport[];
}

export interface TargetReport {
  /** Undefined where the configuration has no targets. */
  readonly name?: string | undefined;
  readonly profile: string;
  readonly platform?: string | undefined;
  /** How many documents each source has of those that are read: the package, a directory, or the lock. */
  readonly documents: readonly SourceCount[];
  readonly out: string;
  /** Undefined where nothing can be generated. */
  readonly output?: "up to date" | "out of date" | "missing" | undefined;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface SourceCount {
  readonly source: string;
  readonly count: number;
}

export interface Examined {
  readonly report: DoctorReport;
  /** In the order of the targets. */
  readonly diagnostics: readonly Diagnostic[];
}

type Target = TargetFlags<DoctorFlags>;

export async function examine(
  targets: readonly Target[],
  config: string | undefined,
  host: Host,
): Promise<Examined> {
  const installation = examineInstallation();
  const examined: ExaminedTarget[] = [];
  for (const target of targets) {
    const { profile } = target.flags;
    if (profile !== undefined) examined.push(await examineTarget(target, profile, host));
  }
  const diagnostics = [
    ...withoutProfile(targets, config),
    ...examined.flatMap((each) => each.diagnostics),
  ];
  const ok =
    installation.problems.length === 0 &&
    diagnostics.every((each) => diagnosticSeverity(each) !== "error");
  return {
    report: { ok, installation, config, targets: examined.map(({ report }) => report) },
    diagnostics,
  };
}

/** A configuration without targets may be for lint and diff alone; whoever names a target wants its output. */
function withoutProfile(
  targets: readonly Target[],
  config: string | undefined,
): readonly Diagnostic[] {
  if (config === undefined) return [];
  return targets.flatMap(({ name, flags }) =>
    name === undefined || flags.profile !== undefined
      ? []
      : [
          diagnostic("CONFIG_INVALID", `the target ${name} has no profile`, {
            place: { file: config, pointer: joinPointer("/targets", name) },
            hint: "name one in the target, or beside targets",
          }),
        ],
  );
}

interface ExaminedTarget {
  readonly report: TargetReport;
  readonly diagnostics: readonly Diagnostic[];
}

async function examineTarget(
  { name, flags }: Target,
  profile: string,
  host: Host,
): Promise<ExaminedTarget> {
  const { platform, out } = flags;
  const described = { name, profile, platform, out };
  try {
    const generation = await generateOf({ ...flags, profile }, host);
    const { files, record, notices } = generation;
    const { findings } = checkTree(out, files, record);
    // The manifest is one more than the files of the emitters.
    const isMissing = findings.filter(({ state }) => state === "missing").length > files.length;
    const output = findings.length === 0 ? "up to date" : isMissing ? "missing" : "out of date";
    const documents = countSources(generation, profile, (flags.schemas ?? []).map(parseRoot));
    return {
      report: { ...described, documents, output, diagnostics: diagnosticReports(notices) },
      diagnostics: notices,
    };
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    const { diagnostics } = error;
    return {
      report: { ...described, documents: [], diagnostics: diagnosticReports(diagnostics) },
      diagnostics,
    };
  }
}

async function generateOf(flags: GenerateFlags, host: Host): Promise<Generation> {
  const reporter = { stage: (): void => {} };
  const { remote } = await interpretOptions(flags, { host, reporter });
  return generateTarget(flagsTarget(flags), { generate: await host.loadGenerate(), remote });
}

function countSources(
  { record }: Generation,
  profile: string,
  schemas: readonly SchemaRoot[],
): readonly SourceCount[] {
  const roots = createRoots(schemas, [], lookIntoLock(profile));
  const counts = new Map<string, number>();
  for (const { uri } of record.inputs) {
    if (uri === PROFILE_INPUT || uri === PLATFORM_INPUT || overlayIndex(uri) !== undefined)
      continue;
    const located = roots.locate(uri);
    const source =
      located?.locked?.lock ??
      (located?.root?.directory === BUNDLED_ROOT.directory
        ? "the package"
        : (located?.root?.directory ?? "the network"));
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return [...counts].map(([source, count]) => ({ source, count }));
}
