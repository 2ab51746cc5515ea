/**
 * Puts `proto-gen` into node_modules/.bin, where npm puts the commands of packages that are installed, but not
 * those of the project itself: scripts and `npx` start the clone's own bin then. On Windows a link does not
 * run; there `npx` makes one of its own.
 */

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const BIN = "bin/proto-gen.js";
const LINK = "node_modules/.bin/proto-gen";

export function linkBin() {
  if (process.platform === "win32") return;
  mkdirSync(path.dirname(LINK), { recursive: true });
  rmSync(LINK, { force: true });
  symlinkSync(path.relative(path.dirname(LINK), BIN), LINK);
}
