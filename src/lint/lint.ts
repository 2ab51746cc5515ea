/** Checks the schemas of releases without a profile. */

import { failure, type Diagnostic } from "../errors.js";
import type { Finding, FindingRule, Severity } from "../findings/finding.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { checkReleased, isReleased } from "../load/check-released.js";
import { loadReleaseLeniently } from "../load/load-release-leniently.js";
import { NO_OVERLAYS, openOverlays, type Overlays } from "../load/overlay/overlays.js";
import { createReader } from "../load/reader.js";
import { filesBelow } from "../load/release-files.js";
import { readRelease, RELEASE_MANIFEST, type ReleaseFile } from "../load/release.js";
import { createRoots } from "../load/roots.js";
import { type GivenRoot } from "../load/schema-root.js";
import { didYouMean } from "../text/nearest.js";
import { createContext, type LintContext } from "./context.js";
import { toFinding, type LintRule } from "./rule.js";
import { RULES } from "./rules.js";

/** The severity that the user gives a rule; `off` skips it. */
export type RuleSetting = Severity | "off";

export interface LintOptions {
  /** Each is the directory of one release. */
  readonly directories: readonly string[];
  /** Directories of schemas that neither the release nor the package has. */
  readonly schemas?: readonly GivenRoot[];
  /** Paths of overlays, which correct documents of the releases, and documents that these refer to. */
  readonly overlays?: readonly string[] | undefined;
  /** The values of facts in place of those of the releases. */
  readonly facts?: FactOverrides | undefined;
  /** By rule id. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
}

export interface LintReport {
  readonly findings: readonly Finding[];
  /** The rules that ran, with the severities that they were given. */
  readonly rules: readonly FindingRule[];
  readonly releases: readonly { readonly directory: string; readonly documents: number }[];
  /** Files with so many mistakes that some are not among the findings. */
  readonly more: readonly string[];
}

/**
 * Checks the schemas of releases without a profile.
 *
 * @returns findings by file and line
 * @throws ProtoGenError RELEASE_UNREADABLE for a directory that cannot be read or holds no JSON, USAGE for an unknown rule
 *
 * @example
 * ```ts
 * import { lint } from "proto-gen";
 *
 * const { findings } = await lint({
 *   directories: ["./schemas/2026-11-27"],
 *   rules: { "description-unclear": "off" },
 * });
 * findings.filter(({ severity }) => severity === "error").length; // 0
 * ```
 */
export async function lint({
  directories,
  schemas,
  overlays,
  facts,
  rules,
}: LintOptions): Promise<LintReport> {
  const selected = selectRules(rules);
  const input = {
    ...{ schemas, facts, rules: selected, compareManifest: true },
    overlays: await openOverlays(overlays),
  };
  const reports: LintReport[] = [];
  for (const directory of directories) {
    const files = readLintedFiles(directory);
    reports.push(await lintFiles({ ...input, directory, files }));
  }
  return {
    findings: reports.flatMap(({ findings }) => findings).sort(byPlace),
    rules: selected.map(({ id, summary, severity }) => ({ id, summary, severity })),
    releases: reports.flatMap(({ releases }) => releases),
    more: reports.flatMap(({ more }) => more),
  };
}

/** The documents of a release, and its specifications. */
export function readLintedFiles(directory: string): ReleaseFile[] {
  return filesBelow(
    directory,
    (file) => (file.endsWith(".json") || file.endsWith(".md")) && file !== RELEASE_MANIFEST,
  );
}

/** A release whose files were read before. */
export interface LintInput {
  readonly directory: string;
  readonly files: readonly ReleaseFile[];
  readonly schemas?: readonly GivenRoot[] | undefined;
  readonly overlays?: Overlays | undefined;
  readonly facts?: FactOverrides | undefined;
  /** All rules by default. */
  readonly rules?: readonly LintRule[];
  readonly compareManifest?: boolean;
}

export async function lintFiles({ rules = RULES, ...input }: LintInput): Promise<LintReport> {
  const context = await loadContext(input);
  const { label, loaded, truncatedFiles } = context;
  const findings: Finding[] = [];
  for (const rule of rules)
    for (const each of await rule.check(context)) findings.push(toFinding(rule, each, label));
  return {
    findings: findings.sort(byPlace),
    rules,
    releases: [{ directory: label, documents: loaded.release.documents.length }],
    more: [...truncatedFiles].sort(),
  };
}

async function loadContext({
  directory,
  files,
  schemas = [],
  overlays = NO_OVERLAYS,
  facts,
  compareManifest = false,
}: Omit<LintInput, "rules">): Promise<LintContext> {
  const label = directory.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
  const texts = files.filter(({ path }) => path.endsWith(".json"));
  if (texts.length === 0)
    throw failure("RELEASE_UNREADABLE", `${label} contains no JSON documents`, {
      place: { file: label },
    });
  const { release, problems } = readRelease(label, texts, { directory, overlays });
  const reader = createReader(createRoots(schemas), { overlays });
  const loaded = await loadReleaseLeniently(release, reader, facts);
  const altered: readonly Diagnostic[] = compareManifest ? checkReleased(directory, label) : [];
  return createContext({
    label,
    loaded,
    problems: [...problems, ...altered],
    isSealed: compareManifest && isReleased(directory),
    specifications: files.filter(({ path }) => path.endsWith(".md")),
  });
}

/** @throws ProtoGenError USAGE for an unknown rule */
export function selectRules(settings: LintOptions["rules"] = {}): LintRule[] {
  const ids = RULES.map(({ id }) => id);
  const unknown = Object.keys(settings).find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, ids) ?? `one of ${ids.join(", ")}`;
    throw failure("USAGE", `${unknown} is not a rule`, { hint });
  }
  return RULES.flatMap((rule) => {
    const setting = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined;
    return setting === "off" ? [] : [{ ...rule, severity: setting ?? rule.severity }];
  });
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compare(left.place?.file ?? "", right.place?.file ?? "") ||
    (left.place?.line ?? 0) - (right.place?.line ?? 0) ||
    (left.place?.column ?? 0) - (right.place?.column ?? 0) ||
    compare(left.rule, right.rule) ||
    compare(left.message, right.message)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
