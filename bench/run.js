/**
 * The benchmark: `node run.js [--peers] [generation] [diff] [validation] [size] [client] [types] [server] [signature] [growth] [active-sets] [watch] [scaling] [against --base=<folder>]`.
 * Out: tables on stdout and `.work/results-node<major>.json`, which keeps the figures of other sections. A missed target leaves the exit code at 0.
 */
import { cpus } from "node:os";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { measureActiveSets } from "./active-sets.js";
import { measureAgainst } from "./against.js";
import { measureClientBundle } from "./client-bundle.js";
import { measureDiff } from "./diff.js";
import { measureGeneration } from "./generation.js";
import { measureGrowth } from "./growth.js";
import { isProtoGenBuilt } from "./generators.js";
import { BENCH, prepareInputs, readJson, resultsFile, writeWork } from "./inputs.js";
import { printTable, summaryTable, verdict } from "./report.js";
import { measureScaling } from "./scaling.js";
import { measureServer } from "./server.js";
import { measureSignature } from "./signature.js";
import { measureSize } from "./size.js";
import { measureTypes } from "./types.js";
import { measureValidation } from "./validation.js";
import { measureWatch } from "./watch.js";

const PROCESSOR = `${cpus().length} × ${cpus()[0].model}`;

const SECTIONS = {
  generation: measureGeneration,
  diff: measureDiff,
  validation: measureValidation,
  size: measureSize,
  client: measureClientBundle,
  types: measureTypes,
  server: measureServer,
  signature: measureSignature,
  growth: measureGrowth,
  "active-sets": measureActiveSets,
  watch: measureWatch,
  scaling: measureScaling,
  against: measureAgainst,
};

async function main(args) {
  const peersOnly = args.includes("--peers");
  const base = valueOf(args, "--base=");
  if (!peersOnly && !isProtoGenBuilt()) throw new Error(NOT_BUILT);
  const sections = chosenSections(args);
  const inputs = prepareInputs();
  const environment = environmentTable();
  const inputTable = { title: "Inputs", columns: ["input", "sha256"], rows: inputs.digests };
  [environment, inputTable].forEach(printTable);
  const results = [];
  for (const section of sections) {
    const result = await measureSection(section, inputs, { peersOnly, base });
    result.tables.forEach(printTable);
    results.push(result);
  }
  finish(results);
}

/** One section that cannot be measured fails the run, but not the sections after it. */
async function measureSection(section, inputs, options) {
  try {
    return await SECTIONS[section](inputs, options);
  } catch (error) {
    report(error);
    return { tables: [], figures: [{ name: section, measured: null, target: null }] };
  }
}

function report(error) {
  console.error(`\n${/^BENCH_/.test(error.message) ? error.message : error.stack}`);
  process.exitCode = 1;
}

function valueOf(args, option) {
  return args.find((argument) => argument.startsWith(option))?.slice(option.length);
}

const NOT_BUILT =
  "BENCH_NOT_BUILT: dist/cli/main.js is missing, so there is no proto-gen to measure\n" +
  "  run `npm run build` in the repository root, or measure the peers alone with `npm run bench:peers`";

function chosenSections(args) {
  const names = args.filter((argument) => !argument.startsWith("--"));
  const unknown = names.find((name) => !(name in SECTIONS));
  if (unknown) {
    throw new Error(
      `BENCH_UNKNOWN_SECTION: ${unknown}\n  there are ${Object.keys(SECTIONS).join(", ")}`,
    );
  }
  // The one that needs a database is asked for by name.
  return names.length ? names : Object.keys(SECTIONS).filter((name) => name !== "scaling");
}

function environmentTable() {
  const { dependencies } = readJson(join(BENCH, "package.json"));
  return {
    title: "Environment",
    columns: ["what", "version"],
    rows: [
      ["node", process.versions.node],
      ["processor", PROCESSOR],
      ...Object.entries(dependencies),
    ],
  };
}

function finish(results) {
  const figures = results.flatMap((result) => result.figures);
  if (figures.length) printTable(summaryTable(figures));
  const environment = { node: process.versions.node, processor: PROCESSOR };
  const file = resultsFile(Number(environment.node.split(".")[0]));
  const earlier = existsSync(file) ? readJson(file) : { environment };
  const isSame = JSON.stringify(earlier.environment) === JSON.stringify(environment);
  const judged = figures.map((figure) => ({ ...figure, verdict: verdict(figure) }));
  const all = [...(isSame ? (earlier.figures ?? []) : []), ...judged];
  const byName = new Map(all.map((figure) => [figure.name, figure]));
  writeWork(
    basename(file),
    `${JSON.stringify({ environment, figures: [...byName.values()] }, null, 2)}\n`,
  );
}

main(process.argv.slice(2)).catch(report);
