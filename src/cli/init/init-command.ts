/**
 * `proto-gen init`. In: a directory that is empty, or is not there. Out: a business to start from, under its
 * own name. It stands there as a whole or not at all.
 */

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { failure, type ExitCode } from "../../errors.js";
import { packageDirectory } from "../../load/roots.js";
import { directoryName } from "../directory-name.js";
import type { Host } from "../host.js";

export interface InitFlags {
  readonly quiet?: boolean;
}

/** What a checkout of the template has beside it. */
const LEFT_OUT = new Set(["node_modules", "dist", "data", "generated"]);

export async function runInit(
  directory: string,
  { quiet = false }: InitFlags,
  host: Host,
): Promise<ExitCode> {
  await requireRoom(directory);
  const target = path.resolve(directory);
  await mkdir(path.dirname(target), { recursive: true });
  const made = await mkdtemp(path.join(path.dirname(target), ".proto-gen-init-"));
  try {
    await fill(made, nameFor(target));
    await rm(target, { recursive: true, force: true });
    await rename(made, target);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  if (!quiet) host.stdout.write(nextSteps(directory));
  return 0;
}

/** Nobody's files are written over. */
async function requireRoom(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const entries = await readdir(directory).catch(() => ["a file"]);
  if (entries.length === 0 && path.resolve(directory) !== process.cwd()) return;
  throw failure("USAGE_INIT", `${directoryName(directory)} is not an empty directory`);
}

async function fill(directory: string, name: string): Promise<void> {
  await cp(TEMPLATE, directory, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.basename(source)),
  });
  // npm packs no file of this name.
  await rename(path.join(directory, "gitignore"), path.join(directory, ".gitignore"));
  const file = path.join(directory, "package.json");
  const content = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, `${JSON.stringify({ ...content, name }, null, 2)}\n`);
}

/** What npm takes as the name of a package. */
function nameFor(target: string): string {
  const name = path
    .basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "");
  return name === "" ? "shop" : name;
}

function nextSteps(directory: string): string {
  const name = directoryName(directory).replace(/\/$/, "");
  return `wrote a business to ${name}/\n\n  cd ${name}\n  npm install\n  npm test\n  npm start\n`;
}

const TEMPLATE = path.join(packageDirectory(), "templates", "storefront");
