/**
 * Mutation testing of one module, with Stryker:
 *
 *     node mutation/run.js MODULE [--mutants COUNT --seed NUMBER] [--concurrency COUNT] [--force]
 *
 * Without a module it prints the table of modules. Stryker has a package.json of its own, which the first
 * run installs. What runs leave behind is in `.work/`, a folder for each module.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MODULES } from "./modules.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const USAGE = `npm run mutation -- MODULE [options]

  --mutants COUNT      judge a sample of that many mutants; all of them without it
  --seed NUMBER        decides the sample (default 1)
  --concurrency COUNT  test runners at once (default 1); a sample takes 2 at least
  --force              judge again what earlier runs have judged
`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mutants: { type: "string" },
      seed: { type: "string", default: "1" },
      concurrency: { type: "string", default: "1" },
      force: { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) return printTable();
  const [name, ...others] = positionals;
  if (others.length > 0 || !Object.hasOwn(MODULES, name))
    throw new Error(
      `MUTATION_UNKNOWN_MODULE: ${positionals.join(" ")}\n  run without a module for the table`,
    );
  const options = {
    mutants: values.mutants === undefined ? undefined : integer(values, "mutants"),
    seed: integer(values, "seed"),
    concurrency: integer(values, "concurrency"),
    force: values.force,
  };
  installStryker();
  const { runModule } = await import("./run-module.js");
  await runModule(name, MODULES[name], options);
}

function integer(values, option) {
  const value = Number(values[option]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`MUTATION_BAD_OPTION: --${option} ${values[option]} is not a positive integer`);
}

function printTable() {
  console.log(USAGE);
  for (const [name, { mutate, tests, except = [] }] of Object.entries(MODULES)) {
    console.log(name);
    for (const folder of mutate) console.log(`  mutates    ${folder}`);
    for (const test of tests) console.log(`  judged by  ${test}`);
    for (const test of except) console.log(`  but not    ${test}`);
  }
}

/** npm keeps a copy of the lock file that it has installed, without the root's own entry. */
function installStryker() {
  const installed = `${HERE}node_modules/.package-lock.json`;
  if (existsSync(installed)) {
    const { packages } = readLock(`${HERE}package-lock.json`);
    const { packages: present } = readLock(installed);
    const isPresent = (name) => packages[name].version === present[name]?.version;
    const isWanted = (name) => name !== "" && !packages[name].optional;
    if (Object.keys(packages).filter(isWanted).every(isPresent)) return;
  }
  execFileSync("npm", ["--prefix", HERE, "ci", "--no-audit", "--no-fund"], { stdio: "inherit" });
}

function readLock(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

main().catch((error) => {
  const isUsage = /^MUTATION_/.test(error.message) || /^ERR_PARSE_ARGS/.test(error.code);
  console.error(isUsage ? error.message : error.stack);
  process.exitCode = 1;
});
