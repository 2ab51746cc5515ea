/** The message at the end of `proto-gen init`: the commands to run next. */

import path from "node:path";
import { composedLine, EMPTY_LINE, indented, line, type Line } from "../../../text/line.js";
import type { Installation } from "./installation.js";

/** @param name the directory, as `directoryName` shows it */
export function nextSteps(name: string, installation: Installation): Line[] {
  const steps = nextCommands(name, installation).map((command) => indented(composedLine(command)));
  return [
    line`created a business in ${name}`,
    EMPTY_LINE,
    ...steps,
    ...cloneNote(installation.clone),
  ];
}

export function nextCommands(
  name: string,
  { packageManager }: Pick<Installation, "packageManager">,
): readonly string[] {
  const directory = name.replace(/\/$/, "");
  const enter = directory === "." ? [] : [`cd ${quoted(directory)}`];
  const run =
    packageManager === "npm" || packageManager === "bun" ? `${packageManager} run` : packageManager;
  const test = packageManager === "bun" ? "bun run test" : `${packageManager} test`;
  return [...enter, `${packageManager} install`, test, `${run} dev`];
}

function cloneNote(clone: string | undefined): Line[] {
  if (clone === undefined) return [];
  return [
    EMPTY_LINE,
    line`Its package.json uses proto-gen and its runtime from ${path.join(clone, "/")} (file:...).`,
    line`Other machines, such as CI, need packages: docs/guide/into-an-existing-app.md in that directory shows how to build them.`,
  ];
}

/** Quoted for a shell only if necessary: in double quotes, which every shell knows, or else in single quotes. */
function quoted(directory: string): string {
  const plain = directory.startsWith("-") ? `./${directory}` : directory;
  if (/^[\w./:@+-]+$/.test(plain)) return plain;
  if (!/["$`\\!%]/.test(plain)) return `"${plain}"`;
  return `'${plain.replaceAll("'", "'\\''")}'`;
}
