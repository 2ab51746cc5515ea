/** The compilers that emitted files compile under, whose errors have one form. */

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import ts6 from "typescript-6";
import type { OutputFile } from "../../src/emit/output-file.js";
import { STRICT_OPTIONS, type Compiler } from "./compile.js";
import { compileErrors, sourcesOf } from "./emitted.js";

const run = promisify(execFile);
const tsc7 = createRequire(import.meta.url)
  .resolve("typescript-7/package.json")
  .replace("package.json", "bin/tsc");

export type Errors = (
  directory: string,
  files: readonly OutputFile[],
) => readonly string[] | Promise<readonly string[]>;

export const COMPILERS: readonly (readonly [string, Errors])[] = [
  ["5.9", (directory, files) => compileErrors(directory, files)],
  [
    "6",
    (directory, files) => compileErrors(directory, files, { compiler: ts6 as unknown as Compiler }),
  ],
  ["7", nativeErrors],
];

/** The native compiler has no program in this process: it reads a `tsconfig.json`. */
async function nativeErrors(directory: string, files: readonly OutputFile[]): Promise<string[]> {
  const project = path.join(directory, "tsconfig.json");
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions: STRICT_OPTIONS, files: sourcesOf(files) }),
  );
  try {
    await run(process.execPath, [tsc7, "-p", project, "--pretty", "false"]);
    return [];
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.trim().split("\n");
  }
}
