import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The directory of this package, wherever in it this module was built to. */
export function packageDirectory(): string {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(directory, "package.json"))) directory = path.dirname(directory);
  return directory;
}
