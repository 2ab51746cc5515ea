/**
 * Finds out how this tool was installed: as a clone, as a package from a file, or from a registry. A new project gets it in the same
 * way, and with the same package manager.
 */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { packageDirectory } from "../../../load/schema-root.js";
import type { PackageVersions } from "../../../starter/package-json.js";
import { runningPackageManager, type PackageManager } from "../../package-manager.js";

export interface Installation {
  readonly packageManager: PackageManager;
  /** The clone that this tool runs from, if it does. */
  readonly clone: string | undefined;
  /** @param project the path that the project will have; its parents exist, as far as they do */
  versions(project: string): PackageVersions;
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const GENERATOR = "proto-gen";
const RUNTIME = "@proto-gen/runtime";
/** The source of the runtime, which only a clone has. */
const RUNTIME_SOURCE = "src/runtime";

/** @param env has `npm_config_user_agent` if a package manager runs this: `pnpm/10.1.0 npm/? node/v20.19.0` */
export function findInstallation(env: Readonly<Record<string, string | undefined>>): Installation {
  const directory = packageDirectory();
  const isClone = existsSync(path.join(directory, RUNTIME_SOURCE, "package.json"));
  const own = manifestIn(directory);
  const ranges = { ...own?.devDependencies, ...own?.dependencies };
  return {
    packageManager: runningPackageManager(env),
    clone: isClone ? directory : undefined,
    versions(project) {
      const place = realParent(project);
      const relative = (file: string): string =>
        `file:${path.relative(place, file).split(path.sep).join("/")}`;
      if (isClone)
        return {
          ranges,
          generator: relative(directory),
          runtime: relative(path.join(directory, RUNTIME_SOURCE)),
        };
      const installed = installedFrom(directory);
      const from = (name: string): string => {
        const file = installed.get(name);
        return file === undefined ? (own?.version ?? "*") : relative(file);
      };
      return { ranges, generator: from(GENERATOR), runtime: from(RUNTIME) };
    },
  };
}

/** The files that the project around this package has both packages from. */
function installedFrom(directory: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = directory; path.dirname(at) !== at; at = path.dirname(at)) {
    const manifest = path.basename(at) === "node_modules" ? undefined : manifestIn(at);
    const listed = { ...manifest?.dependencies, ...manifest?.devDependencies };
    for (const name of [GENERATOR, RUNTIME]) {
      const file = /^file:(.*\.t(?:ar\.)?gz)$/.exec(listed[name] ?? "")?.[1];
      if (file !== undefined && !found.has(name)) found.set(name, path.resolve(at, file));
    }
    if (at !== directory && GENERATOR in listed) break;
  }
  return found;
}

function manifestIn(directory: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8")) as Manifest;
  } catch {
    return undefined;
  }
}

/** Package managers resolve links before they resolve relative paths, and the project itself is not there yet. */
function realParent(target: string): string {
  for (let parent = target; ; parent = path.dirname(parent))
    if (existsSync(parent)) return path.join(realpathSync(parent), path.relative(parent, target));
}
