/** The mutants of some files, and a sample of them that a seed decides. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";

const SILENT = {
  isDebugEnabled: () => false,
  debug: () => {},
  info: () => {},
  warn: console.warn,
};

/** Every mutant that Stryker makes of `files` (relative to `root`), as its identity. */
export async function listMutants(root, files) {
  const inputs = files.map((file) => ({
    name: `${root}/${file}`,
    mutate: true,
    content: readFileSync(`${root}/${file}`, "utf8"),
  }));
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  const { mutants } = await new Instrumenter(SILENT).instrument(inputs, options);
  return mutants
    .filter(({ status }) => status === undefined)
    .map((mutant) => identityOf({ ...mutant, fileName: relative(root, mutant.fileName) }));
}

/**
 * `count` of the mutants. They are ranked by a hash of seed and identity, not by their position, so that an
 * edit of one file leaves the sample of all others as it was, and incremental runs can reuse it.
 */
export function drawMutants(mutants, seed, count) {
  return mutants
    .map((identity) => [createHash("sha256").update(`${seed}:${identity}`).digest("hex"), identity])
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, count)
    .map(([, identity]) => identity);
}

/** Stryker numbers mutants anew in every run; this is what they keep. Positions count from 0. */
export function identityOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const range = `${start.line}:${start.column}-${end.line}:${end.column}`;
  return JSON.stringify([fileName, range, mutatorName, replacement]);
}
