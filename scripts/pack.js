/** Packs both packages, as they are published. Nothing is built for it. */

import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../", import.meta.url));

/** The folders of the packages that are published. */
export const PACKAGES = { generator: ".", runtime: "src/runtime" };

/**
 * @param destination an existing directory, for the archives
 * @param repository the clone; this one unless given
 * @returns the files of the archives
 */
export function packBoth(destination, repository = REPOSITORY) {
  const pack = (directory) => {
    const where = path.resolve(repository, directory);
    const text = execFileSync(
      "npm",
      ["pack", "--ignore-scripts", "--json", where, `--pack-destination=${destination}`],
      { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    // A list, or since npm 11 an object, of the one package.
    const [{ filename }] = Object.values(JSON.parse(text));
    return path.join(destination, filename);
  };
  return { generator: pack(PACKAGES.generator), runtime: pack(PACKAGES.runtime) };
}
