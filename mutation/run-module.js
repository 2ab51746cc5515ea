/** One run of Stryker, in a copy of the repository: the working tree is never changed. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import { EQUIVALENT } from "./equivalent.js";
import { printResult } from "./report.js";
import { NOT_DRAWN, SAMPLE_FILE } from "./sample-checker.js";
import { drawMutants, identityOf, listMutants } from "./sample.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

export async function runModule(name, module, { mutants: count, seed, concurrency, force }) {
  process.chdir(ROOT);
  const files = filesBelow("src", (file) => isNamed(file, module.mutate) && isSource(file));
  const tests = filesBelow("test", (file) => isNamed(file, module.tests) && isTest(file)).filter(
    (file) => !isNamed(file, module.except ?? []),
  );
  const work = `mutation/.work/${name}`;
  // A run that was stopped leaves its copy.
  rmSync(`${work}/sandbox`, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });

  const all = await listMutants(ROOT, files);
  const drawn = count === undefined ? all : drawMutants(all, seed, count);
  const isSample = drawn.length < all.length;
  writeFileSync(`${work}/sample.json`, JSON.stringify(drawn));
  process.env[SAMPLE_FILE] = `${ROOT}/${work}/sample.json`;
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  console.log(`${name}: ${drawn.length} of ${all.length} mutants, ${tests.length} test files`);

  const incrementalFile = `${work}/incremental.json`;
  const stryker = new Stryker({
    mutate: files,
    testRunner: "vitest",
    // The test files are listed: vitest need not look for those that import a mutated file.
    vitest: { configFile: "mutation/vitest.config.js", related: false },
    coverageAnalysis: "perTest",
    plugins: ["@stryker-mutator/vitest-runner", `${ROOT}/mutation/sample-checker.js`],
    checkers: isSample ? ["sample"] : [],
    concurrency,
    force,
    incremental: true,
    incrementalFile,
    tempDirName: `${work}/sandbox`,
    cleanTempDir: "always",
    ignorePatterns: ["/mutation/.work", "/bench", "/test/.out"],
    // esbuild strips types unseen, so that no file needs to be rewritten for it.
    disableTypeChecks: false,
    // A machine that does something else meanwhile must not make survivors look like endless loops.
    timeoutMS: 60_000,
    // For the run of all tests without a mutant, which takes longer on a busy machine.
    dryRunTimeoutMinutes: 15,
    reporters: ["progress-append-only", "html"],
    htmlReporter: { fileName: `${work}/report.html` },
    allowConsoleColors: false,
    logLevel: "warn",
    warnings: { slow: false },
  });
  const results = await stryker.runMutationTest();
  forgetUncertain(incrementalFile);

  const isDrawn = new Set(drawn);
  const judged = results.filter((result) => isDrawn.has(identityOf(withStrykerLocation(result))));
  printResult({ name, seed: isSample ? seed : undefined, all: all.length, judged }, EQUIVALENT);
}

/**
 * What the next run must not take for a verdict that is known already: a mutant that was not drawn, one that took too
 * long, which a busy machine may have caused, and one of a module's top level that survived, since Stryker does not
 * know which new tests reach it.
 */
function forgetUncertain(incrementalFile) {
  const report = JSON.parse(readFileSync(incrementalFile, "utf8"));
  const isCertain = (mutant) =>
    mutant.statusReason !== NOT_DRAWN &&
    mutant.status !== "Timeout" &&
    !(mutant.static && mutant.status === "Survived");
  for (const file of Object.values(report.files)) file.mutants = file.mutants.filter(isCertain);
  writeFileSync(incrementalFile, JSON.stringify(report));
}

/** Results count lines and columns from 1. */
function withStrykerLocation({ fileName, location: { start, end }, mutatorName, replacement }) {
  const fromZero = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  const location = { start: fromZero(start), end: fromZero(end) };
  return { fileName: fileName.replace(`${ROOT}/`, ""), location, mutatorName, replacement };
}

function filesBelow(folder, isWanted) {
  return readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter(isWanted)
    .sort();
}

function isNamed(file, prefixes) {
  return prefixes.some((prefix) => file.startsWith(prefix));
}

function isSource(file) {
  return file.endsWith(".ts") && !file.endsWith(".d.ts");
}

function isTest(file) {
  return file.endsWith(".test.ts");
}
