/**
 * Do the peers read an OpenAPI document? `node conformance.js <openapi.json>` lets openapi-ts and
 * orval generate from it, and tsc compiles what they wrote, strict. A line each; exit code 1 where
 * one fails, with what it said. `--keep` leaves what was written in `.work`.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { OPENAPI_TS, ORVAL, runNode, TSC } from "./generators.js";
import { BENCH, filesBelow, readJson, WORK } from "./inputs.js";

const COMPILER_OPTIONS = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "ESNext",
  moduleResolution: "Bundler",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const PLUGINS = ["@hey-api/typescript", "zod", "@hey-api/sdk", "@hey-api/client-fetch"];

const PEERS = [
  {
    name: "@hey-api/openapi-ts",
    writes: "zod.gen.ts",
    generate: (openapi, out) =>
      runNode(OPENAPI_TS, [
        ...["-i", openapi, "-o", out, "--plugins", ...PLUGINS],
        ...["--no-log-file", "--silent"],
      ]),
  },
  {
    name: "orval",
    writes: "api.ts",
    generate: (openapi, out) =>
      runNode(ORVAL, [
        ...["--input", openapi, "--output", join(out, "api.ts")],
        ...["--client", "fetch", "--mode", "single"],
      ]),
  },
];

function main(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { keep: { type: "boolean" } },
    allowPositionals: true,
  });
  const [openapi] = positionals;
  if (openapi === undefined || !existsSync(openapi)) {
    console.error("usage: node conformance.js [--keep] <openapi.json>");
    return 2;
  }
  const results = PEERS.map((peer) => attempt(peer, resolve(openapi), values.keep));
  for (const { line, ok } of results) (ok ? console.log : console.error)(line);
  return results.every(({ ok }) => ok) ? 0 : 1;
}

function attempt({ name, writes, generate }, openapi, keep) {
  mkdirSync(WORK, { recursive: true });
  const folder = mkdtempSync(join(WORK, "conformance-"));
  const label = `${name} ${readJson(join(BENCH, "node_modules", name, "package.json")).version}`;
  try {
    generate(openapi, join(folder, "out"));
    // A generator that writes nothing and exits with 0 would conform wonderfully.
    if (!existsSync(join(folder, "out", writes))) throw new Error(`it wrote no ${writes}`);
    const files = filesBelow(join(folder, "out"));
    for (const file of files)
      refuseMergedTypes(file, readFileSync(join(folder, "out", file), "utf8"));
    compile(folder);
    return { ok: true, line: `${label}: files written: ${files.length}; they compile` };
  } catch (error) {
    return { ok: false, line: `${label}: failed\n${error.message}` };
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

// orval gives `a.b` and `a_b` one name, and TypeScript makes one interface of both.
function refuseMergedTypes(file, text) {
  const names = [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name);
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  if (twice.length > 0) throw new Error(`${file} has two types of one name: ${twice.join(", ")}`);
}

function compile(folder) {
  const config = { compilerOptions: COMPILER_OPTIONS, include: ["out"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  runNode(TSC, ["-p", folder, "--pretty", "false"]);
}

process.exitCode = main(process.argv.slice(2));
