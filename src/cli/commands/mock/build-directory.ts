/**
 * The temporary directory in which a mock is built. The templates are transpiled into it with the same paths as in the
 * package, together with the profile's generated code.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OutputFile } from "../../../emit/output-file.js";
import { packageDirectory } from "../../../load/roots.js";
import { linkPackages } from "./link-packages.js";
import type { MockSettings } from "./messages.js";
import { transpileProject } from "./transpile-project.js";

const ENTRY = "mock/main.ts";
const GENERATED = "storefront/src/generated/";
const TEMPLATES = path.join(packageDirectory(), "templates");

export function createBuildDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), "proto-gen-mock-"));
}

export function removeBuildDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** @returns the module that serves */
export function buildServer(
  directory: string,
  files: readonly OutputFile[],
  settings: MockSettings,
): string {
  const generated = new Map(files.map((each) => [GENERATED + each.path, each.content]));
  // The template's own generated code is another profile's.
  const read = (name: string): string =>
    name.startsWith(GENERATED)
      ? (generated.get(name) ?? "")
      : readFileSync(path.join(TEMPLATES, name), "utf8");
  const { modules, packages } = transpileProject(ENTRY, read);
  for (const [name, text] of modules) writeText(path.join(directory, name), text);
  writeText(path.join(directory, "package.json"), '{ "type": "module" }\n');
  const entry = path.join(directory, ENTRY);
  writeText(path.join(path.dirname(entry), "settings.json"), JSON.stringify(settings));
  linkPackages(directory, packages);
  return entry.replace(/\.ts$/, ".js");
}

function writeText(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
