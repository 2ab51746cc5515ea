/** Gives the generated project the packages that this tool has installed itself, so that `mock` needs no npm. */

import { existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { packageDirectory } from "../../../load/roots.js";

/** Skips packages that are not installed: the import that fails names them. */
export function linkPackages(directory: string, names: Iterable<string>): void {
  for (const name of names) {
    const target = findPackage(name);
    if (target === undefined) continue;
    const link = path.join(directory, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    // To the real directory: a link to a link would load a module twice. Junctions need no privileges on Windows.
    symlinkSync(target, link, "junction");
  }
}

/** Follows Node's resolution, starting at this package. */
function findPackage(name: string): string | undefined {
  for (let from = packageDirectory(); ; from = path.dirname(from)) {
    const candidate = path.join(from, "node_modules", name);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (path.dirname(from) === from) return undefined;
  }
}
