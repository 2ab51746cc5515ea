/** The message at the end of `proto-gen init`: the commands to run next. */

import path from "node:path";

/**
 * @param name the directory, as `directoryName` shows it
 * @param clone the directory of the clone that this tool runs from, if it does
 */
export function nextSteps(name: string, clone: string | undefined): string {
  const steps = nextCommands(name).map((command) => `  ${command}\n`);
  return `created a business in ${name}\n\n${steps.join("")}${cloneNote(clone)}`.trimEnd();
}

export function nextCommands(name: string): readonly string[] {
  const directory = name.replace(/\/$/, "");
  const enter = directory === "." ? [] : [`cd ${quoted(directory)}`];
  return [...enter, "npm install", "npm test", "npm start"];
}

function cloneNote(clone: string | undefined): string {
  if (clone === undefined) return "";
  return `\nIts package.json uses proto-gen and its runtime from ${path.join(clone, "/")} (file:...).
Other machines, such as CI, need packages: docs/guide/into-an-existing-app.md in that directory shows how to build them.\n`;
}

/** Quoted for a shell only if necessary: in double quotes, which every shell knows, or else in single quotes. */
function quoted(directory: string): string {
  const plain = directory.startsWith("-") ? `./${directory}` : directory;
  if (/^[\w./:@+-]+$/.test(plain)) return plain;
  if (!/["$`\\!%]/.test(plain)) return `"${plain}"`;
  return `'${plain.replaceAll("'", "'\\''")}'`;
}
