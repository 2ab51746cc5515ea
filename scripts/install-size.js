/**
 * What an installation of both packages takes: `node scripts/install-size.js` packs them, installs them in an empty folder as a
 * user does, and prints the packages by size. With `--write`, README.md gets the figure. The clone must be built.
 *
 * The size is that on a disk with blocks of 4 KiB, as `du -sm node_modules` counts it: a thousand small files take
 * more than their bytes.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { packBoth } from "./pack.js";

const README = fileURLToPath(new URL("../README.md", import.meta.url));
/** The sentence of the README that has the figure. */
const SENTENCE = /\d+ MB in \d+ packages/;
const BLOCK = 4096;
const MIB = 1024 * 1024;

/**
 * @param directory a `node_modules`
 * @returns each package with its bytes on the disk, the largest first; what is nested in one counts as its own
 */
export function packageSizes(directory) {
  const packages = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) =>
      name.startsWith("@")
        ? readdirSync(path.join(directory, name)).map((each) => `${name}/${each}`)
        : [name],
    );
  return packages
    .map((name) => ({ name, bytes: bytesOf(path.join(directory, name)) }))
    .sort((one, other) => other.bytes - one.bytes || (one.name < other.name ? -1 : 1));
}

/** @returns the sentence with the figure: MiB, rounded up */
export function sizeSentence(sizes) {
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  return `${Math.ceil(bytes / MIB)} MB in ${sizes.length} packages`;
}

/** Installs the packages of `packBoth`. A package-lock.json that is in the directory counts. */
export function installInto(directory, { generator, runtime }) {
  writeFileSync(path.join(directory, "package.json"), '{ "private": true }\n');
  const options = ["--omit=dev", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  execFileSync("npm", ["install", ...options, generator, runtime], {
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return path.join(directory, "node_modules");
}

function bytesOf(file) {
  const { size } = statSync(file);
  if (!statSync(file).isDirectory()) return Math.ceil(size / BLOCK) * BLOCK;
  return readdirSync(file).reduce((sum, name) => sum + bytesOf(path.join(file, name)), BLOCK);
}

function main() {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-size-"));
  try {
    const sizes = packageSizes(installInto(directory, packBoth(directory)));
    for (const { name, bytes } of sizes)
      console.log(`${(bytes / MIB).toFixed(2).padStart(8)}  ${name}`);
    console.log(sizeSentence(sizes));
    if (process.argv.includes("--write"))
      writeFileSync(README, readFileSync(README, "utf8").replace(SENTENCE, sizeSentence(sizes)));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
