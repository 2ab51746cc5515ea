/** The message at the end of `proto-gen init`: the commands to run next. */

import path from "node:path";
import { composedLine, EMPTY_LINE, indented, line, type Line } from "../../../text/line.js";

/**
 * @param name the directory, as `directoryName` shows it
 * @param clone the directory of the clone that this tool runs from, if it does
 */
export function nextSteps(name: string, clone: string | undefined): Line[] {
  const steps = nextCommands(name).map((command) => indented(composedLine(command)));
  return [line`created a business in ${name}`, EMPTY_LINE, ...steps, ...cloneNote(clone)];
}

export function nextCommands(name: string): readonly string[] {
  const directory = name.replace(/\/$/, "");
  const enter = directory === "." ? [] : [`cd ${quoted(directory)}`];
  return [...enter, "npm install", "npm test", "npm start"];
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
