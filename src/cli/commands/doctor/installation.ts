/** The installation as a project sees it: the versions that run and those that the project's code would import. */

import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { packageDirectory } from "../../../load/schema-root.js";
import { findPackage } from "../../../load/schemas-package.js";
import { TOOL } from "../../../write/manifest.js";

export interface InstallationProblem {
  readonly message: string;
  readonly hint: string;
}

export interface InstallationReport {
  readonly node: string;
  readonly generator: string;
  /** The version of the runtime that code in the working directory imports. Undefined if none is installed. */
  readonly runtime: string | undefined;
  readonly typescript: string | undefined;
  readonly problems: readonly InstallationProblem[];
}

interface Manifest {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const RUNTIME = "@proto-gen/runtime";

export function examineInstallation(): InstallationReport {
  const own = readManifest(packageDirectory());
  const node = process.versions.node;
  const runtime = versionOf(RUNTIME);
  const wanted = own.peerDependencies?.[RUNTIME];
  const least = own.engines?.node?.replace(/^>=/, "") ?? "0";
  return {
    node,
    generator: TOOL.version,
    runtime,
    typescript: versionOf("typescript"),
    problems: [
      ...(isOlder(node, least)
        ? [{ message: `Node ${node} is too old`, hint: `install Node ${least} or later` }]
        : []),
      ...(runtime === undefined
        ? [
            {
              message: `${RUNTIME} is not installed here: generated code cannot be run`,
              hint: `add ${RUNTIME} to the dependencies of the project`,
            },
          ]
        : []),
      ...(runtime !== undefined && wanted !== undefined && runtime !== wanted
        ? [
            {
              message: `${RUNTIME} is ${runtime}, and this generator writes code for ${wanted}`,
              hint: `install ${RUNTIME}@${wanted}, or the generator of the same version`,
            },
          ]
        : []),
    ],
  };
}

/** Of the package that a module in the working directory would import. */
function versionOf(name: string): string | undefined {
  try {
    const directory = findPackage(name, ".");
    return directory === undefined ? undefined : readManifest(directory).version;
  } catch {
    return undefined;
  }
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8")) as Manifest;
}

function isOlder(version: string, least: string): boolean {
  const numbers = (text: string): number[] => text.split(".").map(Number);
  const [wanted, given] = [numbers(least), numbers(version)];
  const at = wanted.findIndex((number, index) => number !== given[index]);
  return at >= 0 && (given[at] ?? 0) < (wanted[at] ?? 0);
}
