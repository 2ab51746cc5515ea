/** What `init` says in the end. In: the directory as messages call it, and the clone, if it was run from one. */

import path from "node:path";
import { printable } from "../reporter.js";

export function nextSteps(name: string, clone: string | undefined): string {
  const directory = name.replace(/\/$/, "");
  const enter = directory === "." ? [] : [`cd ${quoted(directory)}`];
  const commands = [...enter, "npm install", "npm test", "npm start"];
  const steps = commands.map((command) => `  ${command}\n`).join("");
  return printable(`wrote a business to ${name}\n\n${steps}${noteOn(clone)}`);
}

function noteOn(clone: string | undefined): string {
  if (clone === undefined) return "";
  return `\nIts package.json takes proto-gen and its runtime from ${path.join(clone, "/")} (file:...).
On other machines, such as CI, it needs packages: docs/guide/into-an-existing-app.md there says how to make them.\n`;
}

/** As a shell reads it: as it is, in double quotes, which every shell knows, or else in single ones. */
function quoted(directory: string): string {
  const plain = directory.startsWith("-") ? `./${directory}` : directory;
  if (/^[\w./:@+-]+$/.test(plain)) return plain;
  if (!/["$`\\!%]/.test(plain)) return `"${plain}"`;
  return `'${plain.replaceAll("'", "'\\''")}'`;
}
