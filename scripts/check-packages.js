/**
 * Checks both packages as they are published, a part of `npm run check`: publint reads their manifests against their files, and
 * are-the-types-wrong resolves each entry as TypeScript does.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packBoth } from "./pack.js";

/**
 * How nobody resolves these packages: `node10` knows no `exports`, and TypeScript gave it up; for `node16-cjs` it says only that the
 * packages are ES modules, which every Node that they run on can require.
 */
const UNSUPPORTED = ["node10", "node16-cjs"];

/**
 * Generated code asks the runtime for its version by this entry, which leads to no file on purpose: the message of a failed
 * import says which versions do not match (ADR 95).
 */
const VERSION_ENTRY = "./codegen/*";

/** @returns a line for each problem of the archive */
export async function packageProblems(archive) {
  const tarball = readFileSync(archive);
  const bytes = new Uint8Array(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const { problems = [] } = await checkPackage(createPackageFromTarballData(bytes), {
    excludeEntrypoints: [VERSION_ENTRY],
  });
  return [
    ...messages
      .filter(({ path: place }) => place.at(1) !== VERSION_ENTRY)
      .map((message) => `publint: ${formatMessage(message, pkg)}`),
    ...problems
      .filter(({ resolutionKind }) => !UNSUPPORTED.includes(resolutionKind))
      .map((problem) => `types: ${JSON.stringify(problem)}`),
  ];
}

async function main() {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-check-"));
  try {
    for (const archive of Object.values(packBoth(directory)))
      for (const problem of await packageProblems(archive)) {
        console.error(`${path.basename(archive)}: ${problem}`);
        process.exitCode = 1;
      }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
