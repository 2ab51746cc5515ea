/**
 * Whether what is built is of the sources that are here. By content, since a checkout changes times; recorded
 * in node_modules, so that installing other versions builds again.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const RECORD = "node_modules/.cache/proto-gen/built";

/** Files and folders that a step of the build reads. */
const INPUTS = [
  ...["bin", "schemas", "scripts", "src", "templates"],
  ...["package.json", "package-lock.json"],
  ...["tsconfig.base.json", "tsconfig.build.json"],
];

/** What the build writes below them, and what it never reads. */
const OUTPUT =
  /\/(dist|node_modules|generated)\/|\.tsbuildinfo$|^src\/emit\/stubs\/compiled-templates\.ts$|^templates\/storefront\/test\//;

const PRODUCTS = [
  "dist/index.js",
  "dist/index.d.ts",
  "dist/bundler/plugin.js",
  "dist/cli/completion/configured-targets.js",
  "dist/cli/main.js",
  "dist/config/config.js",
  "dist/generate.js",
  "dist/emit/openapi/types/worker.js",
  "src/emit/stubs/compiled-templates.ts",
  "src/runtime/dist/schema/index.js",
  "templates/storefront/src/generated/index.ts",
  "test/suites/dist/model/lower.js",
];

/** What identifies the contents of everything that the build reads. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(filesIn).sort())
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

export function isStale() {
  return (
    !existsSync(RECORD) ||
    !PRODUCTS.every((file) => existsSync(file)) ||
    readFileSync(RECORD, "utf8") !== fingerprint()
  );
}

export function record(built) {
  mkdirSync(path.dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, built);
}

function filesIn(entry) {
  if (path.extname(entry) !== "") return [entry];
  return readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name).split(path.sep).join("/"))
    .filter((file) => !OUTPUT.test(file));
}
