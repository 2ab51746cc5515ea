/** `action.yml`, and its steps' shell as the runner of GitHub Actions runs it. */

import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { parse } from "yaml";
import { readPage } from "./documentation.js";
import { repository } from "./published.js";

interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly "working-directory"?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default?: string }>
  >;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const ACTION = parse(readPage("action.yml")) as Action;

/** This repository's proto-gen, as a command. */
export const TOOL = [process.execPath, path.join(repository, "bin/proto-gen.js")] as const;

export type Inputs = Readonly<Record<string, string>>;

export interface ActionRun {
  readonly status: number | null;
  readonly printed: string;
}

/** Runs the steps, one after the other until one fails; those that use other actions are left out. */
export function runAction(directory: string, inputs: Inputs, baseRef = "main"): ActionRun {
  const given: Inputs = { "proto-gen": TOOL.join(" "), ...inputs };
  const valueOf = (name: string): string => given[name] ?? ACTION.inputs[name]?.default ?? "";
  // `${{ inputs.x }}` and `${{ inputs.x || github.base_ref }}`.
  const fill = (text = ""): string =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+)( \|\| github\.base_ref)? \}\}/g,
      (_, name: string, other?: string) => valueOf(name) || (other === undefined ? "" : baseRef),
    );
  let printed = "";
  for (const step of ACTION.runs.steps) {
    const [, condition] = /^inputs\.([\w-]+) != ''$/.exec(step.if ?? "") ?? [];
    if (step.run === undefined || (condition !== undefined && valueOf(condition) === "")) continue;
    const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text)] as const);
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run],
      {
        cwd: path.join(directory, fill(step["working-directory"])),
        env: {
          ...{ PATH: process.env["PATH"], HOME: directory, GITHUB_WORKSPACE: directory },
          ...Object.fromEntries(env),
        },
        encoding: "utf8",
      },
    );
    printed += stdout + stderr;
    if (status !== 0) return { status, printed };
  }
  return { status: 0, printed };
}
