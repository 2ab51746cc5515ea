/**
 * `redocly lint` as its users run it: the CLI, its `recommended` ruleset, and nothing else. The
 * document is copied into an empty directory, so that no `redocly.yaml` and no ignore file is found.
 */

import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const cli = createRequire(import.meta.url)
  .resolve("@redocly/cli/package.json")
  .replace("package.json", "bin/cli.js");

const ARGUMENTS = [
  ...["--extends", "recommended", "--format", "json", "--max-problems", "1000000"],
] as const;

export interface LintProblem {
  readonly rule: string;
  readonly message: string;
  /** A JSON pointer as a fragment, `#/info`. */
  readonly pointer: string;
}

export interface LintResult {
  readonly errors: readonly LintProblem[];
  readonly warnings: readonly LintProblem[];
}

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: "error" | "warn";
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

/** Problems of an OpenAPI document. Throws where the CLI could not lint, or ignored a problem. */
export async function lintOpenapi(file: string): Promise<LintResult> {
  const directory = await mkdtemp(path.join(tmpdir(), "proto-gen-redocly-"));
  try {
    await copyFile(file, path.join(directory, "openapi.json"));
    return readReport(await run(directory));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A line for each rule that has something to say, `warn info-license: 1`. */
export function summarizeLint({ errors, warnings }: LintResult): string[] {
  return [...countRules("error", errors), ...countRules("warn", warnings)];
}

function countRules(severity: string, problems: readonly LintProblem[]): string[] {
  const counts = new Map<string, number>();
  for (const { rule } of problems) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort().map(([rule, count]) => `${severity} ${rule}: ${count}`);
}

function run(directory: string): Promise<{ stdout: string; stderr: string }> {
  const options = {
    cwd: directory,
    maxBuffer: 2 ** 28,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  };
  // The exit code is 1 where there are errors; the report says so too.
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, "lint", "openapi.json", ...ARGUMENTS],
      options,
      (_, stdout, stderr) => resolve({ stdout, stderr }),
    );
  });
}

function readReport({ stdout, stderr }: { stdout: string; stderr: string }): LintResult {
  if (!stdout.startsWith("{")) throw new Error(`redocly did not lint:\n${stderr}${stdout}`);
  const { totals, problems } = JSON.parse(stdout) as Report;
  if (totals.ignored > 0) throw new Error(`redocly ignored ${totals.ignored} problems`);
  const of = (severity: "error" | "warn"): LintProblem[] =>
    problems
      .filter((problem) => problem.severity === severity)
      .map(({ ruleId, message, location }) => ({
        rule: ruleId,
        message,
        pointer: location[0]?.pointer ?? "#",
      }));
  return { errors: of("error"), warnings: of("warn") };
}
