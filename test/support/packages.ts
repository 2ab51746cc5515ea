/** The two packages as npm packs them, of what is built; nothing is built for it, since other tests run meanwhile. */

import { readFileSync } from "node:fs";
import path from "node:path";
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

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Lock = Readonly<Record<string, Locked>>;

/** Ours; a project has them from the archives. */
const OWN = ["proto-gen", "@proto-gen/runtime"];

/**
 * A package-lock.json by which a project has the versions of this repository. Whoever has installed the
 * repository has them in npm's cache; to find versions of its own, npm asks the registry.
 *
 * @param wanted the names that the project depends on, but for the two packages themselves
 */
export function lockLikeOurs(wanted: readonly string[]): string {
  const file = readFileSync(path.join(repository, "package-lock.json"), "utf8");
  const { packages: lock } = JSON.parse(file) as { readonly packages: Lock };
  const needed = new Set<string>();
  const add = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const found = OWN.includes(name) ? undefined : placeOf(lock, from, name);
      if (found !== undefined) needed.add(found);
    }
  };
  const { dependencies = {} } = lock[""] ?? {};
  add("", [...wanted, ...Object.keys(dependencies), ...namesOf(lock["src/runtime"])]);
  for (const place of needed) add(place, namesOf(lock[place]));
  const packages = Object.fromEntries([...needed].sort().map((place) => [place, lock[place]]));
  return JSON.stringify({ lockfileVersion: 3, packages });
}

/** Peers that are optional are not installed; another version of one, for others, would be in the way. */
function namesOf(locked: Locked = {}): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies = {} } = locked;
  const peers = Object.keys(peerDependencies).filter(
    (name) => locked.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node looks for it: in the folder of who asks, or else further up. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const place = path.posix.join(at, "node_modules", name);
    if (place in lock) return place;
    if (at === "") return undefined;
  }
}
