/** Writes a new business into a directory: its profile, the generated code for that, and the templates that it needs. */

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { generate } from "../../../generate.js";
import type { interpret, InterpretOptions } from "../../../interpret.js";
import type { JsonObject } from "@proto-gen/runtime/json";
import type { Interpretation } from "../../../interpretation.js";
import { LOCK_DIRECTORY, LOCK_FILE, lockDirectory } from "../../../load/lock.js";
import { packageDirectory } from "../../../load/schema-root.js";
import type { StarterOptions } from "../../../starter/options.js";
import {
  GENERATED,
  projectConfiguration,
  type ProjectSources,
} from "../../../starter/configuration.js";
import { packageJson } from "../../../starter/package-json.js";
import { projectFiles } from "../../../starter/project.js";
import { servedProfile } from "../../../starter/served-profile.js";
import { jsonText } from "../../../text/json-text.js";
import { writeLock } from "../../../write/write-lock.js";
import { writeTree } from "../../../write/write-tree.js";
import type { Installation } from "./installation.js";

const TEMPLATES = path.join(packageDirectory(), "templates", "starter");
/** npm's limit. */
const MAX_NAME_LENGTH = 214;

export interface NewProject {
  /** The interpretation of the given profile. */
  readonly input: Interpretation;
  /** The options that it was read with. */
  readonly options: InterpretOptions;
  readonly generate: typeof generate;
  readonly interpret: typeof interpret;
  /** The path of the project once it is in its place. */
  readonly target: string;
  readonly starter: StarterOptions;
  /** The members of the project's configuration that come from the options of `init`. */
  readonly sources: ProjectSources;
  readonly installation: Installation;
}

/** @param directory where the files are written; it is moved to the target afterwards */
export async function fillProject(directory: string, project: NewProject): Promise<void> {
  const { input, options, target, starter, installation } = project;
  const profile = path.join(directory, "profile.json");
  writeFileSync(profile, jsonText(servedProfile(input)));
  copyLock(lockDirectory(options.profile), directory);
  // The profile in the project has what was chosen, and nothing else.
  const { platform: _1, capabilities: _2, release: _3, ...others } = options;
  const own: InterpretOptions = { ...others, profile };
  const { files, record, fetched } = await project.generate(own);
  if (fetched.length > 0) writeLock(profile, fetched);
  writeTree(path.join(directory, GENERATED), files, record);
  const { model } = await project.interpret(own);
  const versions = installation.versions(target);
  const name = packageName(target);
  const templates = await projectFiles(model, starter, {
    directory: target,
    read: readTemplate,
    configuration: projectConfiguration(project.sources, starter),
  });
  const written = [
    ...templates,
    {
      path: "package.json",
      text: jsonText(packageJson({ name, model, options: starter }, versions)),
    },
    ...(starter.framework === "workers" ? [wranglerFile(name)] : []),
    // npm does not pack files named .gitignore.
    { path: ".gitignore", text: readTemplate("gitignore") },
  ];
  for (const { path: file, text } of written) {
    mkdirSync(path.join(directory, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  }
}

/** Cloudflare names workers like packages. */
function wranglerFile(name: string): { readonly path: string; readonly text: string } {
  const settings = JSON.parse(readTemplate("wrangler.json")) as JsonObject;
  return {
    path: "wrangler.json",
    text: jsonText({ ...settings, name: name.replace(/[^a-z0-9-]/g, "-") }),
  };
}

function readTemplate(file: string): string {
  return readFileSync(path.join(TEMPLATES, file), "utf8");
}

/** The documents that were fetched for the profile before. */
function copyLock(from: string, to: string): void {
  if (!existsSync(path.join(from, LOCK_FILE))) return;
  cpSync(path.join(from, LOCK_FILE), path.join(to, LOCK_FILE));
  cpSync(path.join(from, LOCK_DIRECTORY), path.join(to, LOCK_DIRECTORY), { recursive: true });
}

/** A name that npm accepts, made from the directory's. */
function packageName(target: string): string {
  const name = path
    .basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, MAX_NAME_LENGTH);
  return name === "" || name === "node_modules" ? "shop" : name;
}
