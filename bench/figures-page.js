/**
 * Writes the table of docs/guide/figures.md: `node figures-page.js`. In: the results that `node run.js` leaves in `.work/`, a column
 * for each Node.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, resultsFile, ROOT } from "./inputs.js";
import { tableLines } from "./report.js";

/** Those of 20 and 24 that a run has left results of. */
const NODES = [20, 24].filter((major) => existsSync(resultsFile(major)));
const PAGE = join(ROOT, "docs/guide/figures.md");
const [BEGIN, END] = ["<!-- figures: written by the benchmark -->", "<!-- /figures -->"];

/** The name of a figure, and its words on the page. */
const FIGURES = [
  [
    "generation: proto-gen, everything / openapi-ts",
    "generating everything, to openapi-ts with zod",
  ],
  [
    "generation: proto-gen --only types,validators / openapi-ts",
    "generating types and validators, to openapi-ts with zod",
  ],
  [
    "generation: proto-gen, already up to date / openapi-ts",
    "a run with nothing to do, to openapi-ts with zod",
  ],
  ["accept: proto-gen .is / ajv (first error)", "accepting a valid checkout, to ajv"],
  ["reject: proto-gen .is / ajv (first error)", "rejecting invalid checkouts, to ajv"],
  [
    "reject: proto-gen .check(value, 1) (first issue) / ajv (first error)",
    "the same, with the first issue",
  ],
  ["accept: proto-gen .is / zod (by openapi-ts)", "accepting, to zod"],
  ["reject: proto-gen .is / zod (by openapi-ts)", "rejecting, to zod"],
  [
    "size: proto-gen Checkout.check / ajv standalone",
    "one validator bundled and compressed, to ajv's standalone code",
  ],
  [
    "tsc Instantiations: proto-gen --only types,validators / openapi-ts (types + zod)",
    "instantiations of types and validators, to openapi-ts with zod",
  ],
  [
    "tsc Check time: proto-gen --only types,validators / openapi-ts (types + zod)",
    "`tsc` check time of the same",
  ],
  [
    "tsc Check time: proto-gen --only types / openapi-ts (types)",
    "`tsc` check time of types alone, to openapi-ts",
  ],
  [
    "tsc Instantiations: proto-gen --only types / openapi-ts (types)",
    "instantiations of types alone",
  ],
  [
    "tsc --init, skipLibCheck true: check time of proto-gen --emit js --only types,validators / openapi-ts (types)",
    "`tsc` check time with `--emit js`, to openapi-ts",
  ],
  [
    "tsc --init, skipLibCheck true: check time of proto-gen --emit js --only types,validators / openapi-ts (types + zod)",
    "the same, to openapi-ts with zod",
  ],
  [
    "tsc --init, skipLibCheck false: check time of proto-gen --emit js --only types,validators / openapi-ts (types)",
    "with `skipLibCheck: false`, to openapi-ts",
  ],
  [
    "tsc --init, skipLibCheck false: check time of proto-gen --emit js --only types,validators / openapi-ts (types + zod)",
    "the same, to openapi-ts with zod",
  ],
  [
    "server: proto-gen / node:http, JSON.parse",
    "create checkout, requests per second, to bare `node:http`",
  ],
  ["server: proto-gen / fastify and ajv", "the same, to Fastify with ajv"],
  [
    "signature: proto-gen verifyRequest / bare ECDSA verify and SHA-256, 1 at once",
    "verifying a signature, per second, to bare ECDSA and SHA-256",
  ],
  [
    "signature: proto-gen verifyRequest / bare ECDSA verify and SHA-256, 16 at once",
    "the same, 16 at once",
  ],
  [
    "size: proto-gen client over REST, validation off, kB min+gzip",
    "a REST client without validation, minified and compressed, kB",
  ],
];

function main() {
  const results = NODES.map((major) => readJson(resultsFile(major)));
  const [{ processor }] = results.map(({ environment }) => environment);
  const versions = results.map(({ environment }) => `Node ${environment.node}`);
  const found = results.map(({ figures }) => new Map(figures.map((each) => [each.name, each])));
  const rows = FIGURES.map(([name, words]) => [words, ...cells(name, found)]);
  const columns = ["figure", "target", ...versions];
  const text = [`Processor: ${processor}.`, "", ...tableLines({ columns, rows }), ""].join("\n");
  writeFileSync(PAGE, between(readFileSync(PAGE, "utf8"), text));
}

function cells(name, found) {
  const measured = found.map((figures) => figures.get(name));
  const lacking = NODES.filter((_, index) => measured[index] === undefined);
  if (lacking.length > 0) throw new Error(`BENCH_NO_FIGURE: ${name}, Node ${lacking.join(", ")}`);
  const [{ target, atLeast }] = measured;
  return [`${atLeast ? "≥" : "≤"} ${target}`, ...measured.map(cell)];
}

/** A ratio to nothing is infinite, which JSON writes as `null`. */
function cell({ measured, verdict }) {
  const value = measured === null ? "∞" : measured.toFixed(measured < 10 ? 2 : 1);
  return verdict === "met" ? value : `${value} (${verdict})`;
}

function between(page, text) {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`BENCH_NO_PLACE: ${PAGE} has no ${BEGIN}`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${text}\n${page.slice(end)}`;
}

main();
