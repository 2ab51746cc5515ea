/**
 * The files of a new project. In: where they are made, where they will be, and the clone that this tool runs
 * from, if it does. Out: the template, with a package.json of its own.
 */

import { realpathSync } from "node:fs";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { packageDirectory } from "../../load/roots.js";
import { RUNTIME } from "./clone.js";

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const TEMPLATE = path.join(packageDirectory(), "templates", "storefront");
/** What a checkout of the template has beside it. */
const LEFT_OUT = new Set(["node_modules", "dist", "data", "generated"]);

const LONGEST_NAME = 214;

export async function fillProject(
  made: string,
  target: string,
  clone: string | undefined,
): Promise<void> {
  await cp(TEMPLATE, made, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.basename(source)),
  });
  // npm packs no file of this name.
  await rename(path.join(made, "gitignore"), path.join(made, ".gitignore"));
  const file = path.join(made, "package.json");
  const content = JSON.parse(await readFile(file, "utf8")) as PackageJson;
  const own = { ...content, name: nameFor(target) };
  // Beside its place, or in it: links have been followed for both alike.
  const written = clone === undefined ? own : fromClone(own, clone, placeOf(made, target));
  await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
}

/** What npm takes as the name of a package. */
function nameFor(target: string): string {
  const name = path
    .basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, LONGEST_NAME);
  return name === "" || name === "node_modules" ? "shop" : name;
}

/** Without links, which npm follows before it reads what is relative. */
function placeOf(made: string, target: string): string {
  const beside = path.dirname(path.dirname(made));
  return beside === target
    ? realpathSync(target)
    : path.join(realpathSync(beside), path.basename(target));
}

/** A registry may have nothing of these names, or something of a stranger's. */
function fromClone(content: PackageJson, clone: string, place: string): PackageJson {
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
