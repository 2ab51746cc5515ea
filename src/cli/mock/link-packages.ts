/** Packages for a project that has none. In: their names. Out: links to those that this tool uses itself. */

import { existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { packageDirectory } from "../../load/roots.js";

/** What is not installed is left out: whoever imports it says so best. */
export function linkPackages(directory: string, names: Iterable<string>): void {
  for (const name of names) {
    const found = directoryOf(name);
    if (found === undefined) continue;
    const link = path.join(directory, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    // The directory itself: through a link of a link, a module would be there twice. Junctions need no rights.
    symlinkSync(found, link, "junction");
  }
}

/** As Node looks for it, from this package on. */
function directoryOf(name: string): string | undefined {
  for (let from = packageDirectory(); ; from = path.dirname(from)) {
    const found = path.join(from, "node_modules", name);
    if (existsSync(found)) return realpathSync(found);
    if (path.dirname(from) === from) return undefined;
  }
}
