/** Projects of the runtime's users, with the globals that these have. */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compileProblems, HAND_WRITTEN } from "./compile.js";
import { outDirectory } from "./published.js";

export const PROJECTS: readonly (readonly [string, object])[] = [
  ["the DOM's", { lib: ["es2023", "dom"], types: [] }],
  ["a worker's", { lib: ["es2023", "webworker"], types: [] }],
  ["Node's", { lib: ["es2023"], types: ["node"] }],
  ["the DOM's and Node's", { lib: ["es2023", "dom"], types: ["node"] }],
];

/** What the compiler says of a file in such a project, and of the runtime's declarations that it reads. */
export function problems(name: string, source: string, globals: object): readonly string[] {
  const file = path.join(outDirectory, "user-projects", `${name.replace(/\W+/g, "-")}.ts`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, source);
  return compileProblems({
    files: [file],
    options: { ...HAND_WRITTEN, ...globals },
    judges: (each) => each.includes("/runtime/dist/"),
  }).map((problem) => problem.replace(/^\S+\.ts: /, ""));
}
