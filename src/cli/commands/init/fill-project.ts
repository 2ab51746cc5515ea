/** Copies the template of a business and gives it its own package.json. */

import { existsSync, realpathSync } from "node:fs";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { packageDirectory } from "../../../load/roots.js";

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The source of the runtime, which only a clone has. */
const RUNTIME = "src/runtime";
const TEMPLATE = path.join(packageDirectory(), "templates", "storefront");
/** Build output and installed packages, which the template has in a clone. */
const EXCLUDED = new Set(["node_modules", "dist", "data", "generated"]);

/** npm's limit. */
const MAX_NAME_LENGTH = 214;

/** @returns the clone that this tool runs from; undefined if it is installed as a package */
export function cloneDirectory(): string | undefined {
  const directory = packageDirectory();
  return existsSync(path.join(directory, RUNTIME, "package.json")) ? directory : undefined;
}

/**
 * @param directory the temporary directory that the files are written to
 * @param target the path that the project will have
 * @param clone the directory of the clone that this tool runs from, if it does
 */
export async function fillProject(
  directory: string,
  target: string,
  clone: string | undefined,
): Promise<void> {
  await cp(TEMPLATE, directory, {
    recursive: true,
    filter: (source) => !EXCLUDED.has(path.basename(source)),
  });
  // npm does not pack files named .gitignore.
  await rename(path.join(directory, "gitignore"), path.join(directory, ".gitignore"));
  const file = path.join(directory, "package.json");
  const content = JSON.parse(await readFile(file, "utf8")) as PackageJson;
  const named = { ...content, name: packageName(target) };
  const written =
    clone === undefined
      ? named
      : withCloneDependencies(named, clone, realTarget(directory, target));
  await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
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

/**
 * npm resolves links before it resolves relative paths. The temporary directory is in the target, or beside it while
 * that does not exist yet.
 */
function realTarget(directory: string, target: string): string {
  const beside = path.dirname(path.dirname(directory));
  return beside === target
    ? realpathSync(target)
    : path.join(realpathSync(beside), path.basename(target));
}

/** From a clone, both packages come from its directory: a registry may not have them, or may have a stranger's. */
function withCloneDependencies(content: PackageJson, clone: string, place: string): PackageJson {
  const reference = (directory: string): string =>
    `file:${path.relative(place, directory).split(path.sep).join("/")}`;
  return {
    ...content,
    dependencies: {
      ...content.dependencies,
      "@proto-gen/runtime": reference(path.join(clone, RUNTIME)),
    },
    devDependencies: { ...content.devDependencies, "proto-gen": reference(clone) },
  };
}
