/**
 * Tells the author's own schemas from those of others. A mistake in one's own is an error; nobody who generates code can mend
 * a vendor's, so that there it is a warning (ADR 81).
 */

import path from "node:path";
import type { Document } from "./document.js";
import { BUNDLED_ROOT, type SchemaRoot } from "./schema-root.js";

/** True for a document of a release, and for one in a directory that `--schemas` names. */
export function isOwnDocument({ foundIn, file, isRemote }: Document): boolean {
  if (isRemote === true || foundIn === BUNDLED_ROOT) return false;
  if (foundIn !== undefined && !isOwnRoot(foundIn)) return false;
  return !isInstalled(file);
}

function isOwnRoot({ directory, isVendor }: SchemaRoot): boolean {
  return isVendor !== true && !isInstalled(path.resolve(directory));
}

/** Packages are installed in `node_modules`. */
function isInstalled(file: string): boolean {
  return file.split(/[\\/]/).includes("node_modules");
}
