/**
 * Stryker has no sampling, but asks checkers about each mutant before it is run, mostly whether it compiles.
 * This one lets those of the sample pass. Stryker counts the others as compile errors, outside its score;
 * `run-module.js` leaves them out by the reason.
 */

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { identityOf } from "./sample.js";

export const NOT_DRAWN = "not in the sample";

/** An environment variable reaches the checker's process; Stryker refuses options that it does not know. */
export const SAMPLE_FILE = "MUTATION_SAMPLE_FILE";

function createSampleChecker() {
  let sample = new Set();
  const verdictOf = (mutant) =>
    sample.has(identityOf({ ...mutant, fileName: relative(process.cwd(), mutant.fileName) }))
      ? { status: "passed" }
      : { status: "compileError", reason: NOT_DRAWN };
  return {
    async init() {
      sample = new Set(JSON.parse(readFileSync(process.env[SAMPLE_FILE], "utf8")));
    },
    async check(mutants) {
      return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdictOf(mutant)]));
    },
    async group(mutants) {
      return [mutants.map(({ id }) => id)];
    },
  };
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, "sample", createSampleChecker),
];
