/** The storefront as a project of its own: a copy of the template, without what was built in it. */

import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { repository } from "./published.js";

const TEMPLATE = path.join(repository, "templates/storefront");
const EXCLUDED = new Set(["node_modules", "dist", "data", "generated"]);

/** @param directory is replaced */
export function copyStorefront(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  cpSync(TEMPLATE, directory, {
    recursive: true,
    filter: (source) => !EXCLUDED.has(path.basename(source)),
  });
}
