/**
 * Mistakes that authors make, in `test/mistakes`. Each is a folder with the files that differ from `base`: `wrong` has the
 * mistake, and `right` has it mended. `command.json` replaces the command, or gives one for each.
 */

import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inDirectory } from "./documentation.js";
import { repository } from "./published.js";
import { runTool, type RunResult } from "./release.js";
import { temporaryDirectory } from "../write/temporary.js";

export const MISTAKES = path.join(repository, "test/mistakes");

const AREAS = ["profile", "extension", "schema", "services", "command-line"] as const;
const COMMAND = [
  ...["generate", "--profile", "profile.json"],
  ...["--schemas", "schemas=https://example.com/schemas"],
];

export type Side = "wrong" | "right";

/** `<area>/<short-name>` of each. */
export const NAMES: readonly string[] = AREAS.flatMap((area) =>
  readdirSync(path.join(MISTAKES, area))
    .sort()
    .map((name) => `${area}/${name}`),
);

/** Mistakes that nothing reports yet. */
export const PENDING = readList("pending.json");

export const CHECKED: readonly string[] = NAMES.filter((name) => !PENDING.includes(name));

function readList(file: string): readonly string[] {
  return readJson(path.join(MISTAKES, file)) as readonly string[];
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function commandOf(name: string, side: Side): readonly string[] {
  const file = path.join(MISTAKES, name, "command.json");
  if (!existsSync(file)) return COMMAND;
  const command = readJson(file) as readonly string[] | Readonly<Record<Side, readonly string[]>>;
  return "wrong" in command ? command[side] : command;
}

/** The files of a side, by path. */
export function filesOf(name: string, side: Side): ReadonlyMap<string, string> {
  const directory = path.join(MISTAKES, name, side);
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => path.join(parentPath, file))
    .sort();
  return new Map(
    files.map((file) => [
      path.relative(directory, file).split(path.sep).join("/"),
      readFileSync(file, "utf8"),
    ]),
  );
}

export function runMistake(name: string, side: Side): Promise<RunResult> {
  const directory = temporaryDirectory();
  cpSync(path.join(MISTAKES, "base"), directory, { recursive: true });
  const changed = path.join(MISTAKES, name, side);
  if (existsSync(changed)) cpSync(changed, directory, { recursive: true });
  return inDirectory(directory, () => runTool(commandOf(name, side)));
}

/** The exit code, then all that is printed. */
export function outputText({ code, err, out }: RunResult): string {
  return `exit code ${code}\n${err}${out}`;
}

const runs = new Map<string, Promise<RunResult>>();

/** Most of the twins are the base itself: each that differs is run once. */
export function runTwin(name: string): Promise<RunResult> {
  const base = path.join(MISTAKES, "base");
  const files = [...filesOf(name, "right")].filter(([file, text]) => {
    const original = path.join(base, file);
    return !existsSync(original) || readFileSync(original, "utf8") !== text;
  });
  const key = JSON.stringify([commandOf(name, "right"), files]);
  const run = runs.get(key) ?? runMistake(name, "right");
  runs.set(key, run);
  return run;
}
