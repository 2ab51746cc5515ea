/**
 * Lint: what is wrong with the schemas of releases, without a profile. In: the directories of releases. Out: findings,
 * by file and line, each with its place, what to do, and the rule that it comes from.
 */

import { failure, type Diagnostic } from "../errors.js";
import type { Finding, FindingRule, Severity } from "../findings/finding.js";
import { checkReleased } from "../load/check-released.js";
import { loadReleaseLeniently } from "../load/load-release-leniently.js";
import { createReader } from "../load/reader.js";
import { filesBelow } from "../load/release-files.js";
import { readRelease, RELEASE_MANIFEST, type ReleaseFile } from "../load/release.js";
import { createRoots, type SchemaRoot } from "../load/roots.js";
import { didYouMean } from "../text/nearest.js";
import { createContext } from "./context.js";
import { findingOf, type LintRule } from "./rule.js";
import { RULES } from "./rules.js";

/** How grave a rule is taken; `off` does not ask it. */
export type RuleSetting = Severity | "off";

export interface LintOptions {
  /** Each the directory of one release. */
  readonly directories: readonly string[];
  /** Where schemas are that neither the release nor the package has. */
  readonly schemas?: readonly SchemaRoot[];
  /** By id of the rule. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
}

export interface LintReport {
  readonly findings: readonly Finding[];
  /** Those that were asked, as grave as they were taken. */
  readonly rules: readonly FindingRule[];
  readonly releases: readonly { readonly directory: string; readonly documents: number }[];
  /** Files with so much wrong that not all of it is among the findings. */
  readonly more: readonly string[];
}

/**
 * @throws ProtoGenError RELEASE_UNREADABLE for a directory that cannot be read or has no JSON in it, USAGE for a rule
 * that there is not
 */
export async function lint({ directories, schemas, rules }: LintOptions): Promise<LintReport> {
  const asked = rulesAsked(rules);
  const reports: LintReport[] = [];
  for (const directory of directories) {
    const files = lintedFiles(directory);
    reports.push(await lintFiles({ directory, files, asked, schemas, sealed: true }));
  }
  return {
    findings: reports.flatMap(({ findings }) => findings).sort(byPlace),
    rules: asked.map(({ id, summary, severity }) => ({ id, summary, severity })),
    releases: reports.flatMap(({ releases }) => releases),
    more: reports.flatMap(({ more }) => more),
  };
}

/** The documents of a release, and its specifications. */
export function lintedFiles(directory: string): ReleaseFile[] {
  return filesBelow(
    directory,
    (file) => (file.endsWith(".json") || file.endsWith(".md")) && file !== RELEASE_MANIFEST,
  );
}

export interface LintedRelease {
  readonly directory: string;
  readonly files: readonly ReleaseFile[];
  readonly schemas?: readonly SchemaRoot[] | undefined;
  readonly asked?: readonly LintRule[];
  /** Whether the directory is compared with its manifest. */
  readonly sealed?: boolean;
}

/** One release, of which the files were read before. */
export async function lintFiles({
  directory,
  files,
  schemas = [],
  asked = RULES,
  sealed = false,
}: LintedRelease): Promise<LintReport> {
  const label = directory.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
  const texts = files.filter(({ path }) => path.endsWith(".json"));
  if (texts.length === 0)
    throw failure("RELEASE_UNREADABLE", `${label} has no JSON document`, { file: label });
  const { release, problems } = readRelease(label, texts, directory);
  const loaded = await loadReleaseLeniently(release, createReader(createRoots(schemas)));
  const altered: readonly Diagnostic[] = sealed ? checkReleased(directory, label) : [];
  const context = createContext({
    label,
    loaded,
    problems: [...problems, ...altered],
    specifications: files.filter(({ path }) => path.endsWith(".md")),
  });
  const findings: Finding[] = [];
  for (const rule of asked)
    for (const each of await rule.check(context)) findings.push(findingOf(rule, each, label));
  return {
    findings: findings.sort(byPlace),
    rules: asked,
    releases: [{ directory: label, documents: release.documents.length }],
    more: [...context.more].sort(),
  };
}

function rulesAsked(settings: LintOptions["rules"] = {}): LintRule[] {
  const ids = RULES.map(({ id }) => id);
  for (const id of Object.keys(settings))
    if (!ids.includes(id))
      throw failure(
        "USAGE",
        `${id} is no rule`,
        undefined,
        didYouMean(id, ids) ?? `one of ${ids.join(", ")}`,
      );
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
