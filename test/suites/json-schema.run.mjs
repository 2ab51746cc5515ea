/**
 * Runs the required tests of JSON-Schema-Test-Suite, draft 2020-12, each through emitted source that
 * is imported. Prints `N right, N refused, N wrong`; exit code 0 only where all are right.
 * The suite is found through PROTO_GEN_SUITES.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { emitStandalone } from "./dist/emit/validators/standalone.js";
import { createSchemaSet } from "./dist/json-schema/schema-set.js";
import { createLowering } from "./dist/model/lower.js";

const suites = process.env.PROTO_GEN_SUITES ?? "../shared/suites";
const suite = path.join(suites, "json-schema");
const base = fileURLToPath(new URL("../.out/", import.meta.url));
mkdirSync(base, { recursive: true });
// A folder of its own, so that two runs do not meet; inside the repository, where imports resolve.
const out = mkdtempSync(path.join(base, "json-schema-suite-"));
const verbose = process.argv.includes("--verbose");

const remotes = readRemotes();
const tally = { right: 0, refused: 0, wrong: 0 };
for (const file of readdirSync(path.join(suite, "tests/draft2020-12")).filter((name) =>
  name.endsWith(".json"),
)) {
  const groups = JSON.parse(readFileSync(path.join(suite, "tests/draft2020-12", file), "utf8"));
  for (const [index, group] of groups.entries())
    await runGroup(file.replace(".json", ""), index, group);
}
rmSync(out, { recursive: true, force: true });
console.log(`${tally.right} right, ${tally.refused} refused, ${tally.wrong} wrong`);
process.exitCode = tally.refused + tally.wrong === 0 ? 0 : 1;

async function runGroup(file, index, group) {
  let check;
  try {
    check = await compile(`${file}-${index}`, group.schema);
  } catch (error) {
    tally.refused += group.tests.length;
    console.error(
      `refused: ${file}: ${group.description}: ${verbose ? error.stack : error.message}`,
    );
    return;
  }
  for (const test of group.tests) {
    const list = [];
    const valid = !check(test.data);
    check(test.data, { list, limit: Infinity, attribution: undefined });
    const agree = valid === (list.length === 0);
    if (valid === test.valid && agree) tally.right++;
    else {
      tally.wrong++;
      console.error(
        `wrong: ${file} [${index}]: ${group.description}: ${test.description}${agree ? "" : " (predicate and issues disagree)"}`,
      );
    }
  }
}

async function compile(name, schema) {
  const schemas = createSchemaSet((uri) => remotes.get(uri));
  const uri = `proto-gen-suite:/${name}.json`;
  schemas.add(uri, schema);
  const source = emitStandalone(createLowering(schemas).definition(uri), { assertFormats: false });
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: "ES2022", module: "ESNext", verbatimModuleSyntax: true },
  });
  const file = path.join(out, `${name}.mjs`);
  writeFileSync(file, outputText);
  return (await import(pathToFileURL(file).href)).valueStops;
}

function readRemotes() {
  const found = new Map();
  const folder = path.join(suite, "remotes");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".json")) continue;
    found.set(
      `http://localhost:1234/${name.split(path.sep).join("/")}`,
      JSON.parse(readFileSync(path.join(folder, name), "utf8")),
    );
  }
  for (const meta of [
    "schema",
    "meta/core",
    "meta/applicator",
    "meta/unevaluated",
    "meta/validation",
    "meta/meta-data",
    "meta/format-annotation",
    "meta/content",
  ]) {
    const module = fileURLToPath(
      new URL(`../../node_modules/ajv/dist/refs/json-schema-2020-12/${meta}.json`, import.meta.url),
    );
    found.set(
      `https://json-schema.org/draft/2020-12/${meta}`,
      JSON.parse(readFileSync(module, "utf8")),
    );
  }
  return found;
}
