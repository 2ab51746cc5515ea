/** The two packages as npm packs them, of what is built; nothing is built for it, since other tests run meanwhile. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./built.js";
import { repository } from "./published.js";
import { runCommand } from "./user-process.js";

export interface Packed {
  readonly filename: string;
  /** Below the package, with `/`, in order. */
  readonly files: readonly string[];
}

export interface Packages {
  readonly generator: Packed;
  readonly runtime: Packed;
}

interface PackReport {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** @param destination where the archives are put; nowhere unless given */
export async function packPackages(destination?: string): Promise<Packages> {
  await ensureBuilt();
  const [generator, runtime] = await Promise.all([
    pack(repository, destination),
    pack(path.join(repository, "src/runtime"), destination),
  ]);
  return { generator, runtime };
}

async function pack(source: string, destination: string | undefined): Promise<Packed> {
  const where = destination === undefined ? "--dry-run" : `--pack-destination=${destination}`;
  const { stdout } = await runCommand(
    "npm",
    ["pack", "--ignore-scripts", "--json", source, where],
    {
      cwd: repository,
    },
  );
  // A list, or since npm 11 an object, of the one package.
  const [report] = Object.values(JSON.parse(stdout) as Readonly<Record<string, PackReport>>);
  if (report === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  return { filename: report.filename, files: report.files.map((file) => file.path).sort() };
}

interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}

/**
 * A package-lock.json by which a project has the versions of this repository. Whoever has installed the
 * repository has them all in npm's cache: a project that finds its own needs the registry.
 */
export function lockLikeOurs(): string {
  const lock = JSON.parse(readFileSync(path.join(repository, "package-lock.json"), "utf8")) as Lock;
  const packages = Object.entries(lock.packages).filter(
    ([where]) => where.startsWith("node_modules/") && where !== "node_modules/@proto-gen/runtime",
  );
  return JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(packages) });
}
