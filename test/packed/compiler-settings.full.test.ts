/**
 * What users compile: the declarations of both packages as npm packs them, and the generated code of every release, under the settings
 * that projects have. `skipLibCheck` is off, as it is by default.
 */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { modelRelease } from "../support/compose-release.js";
import { packPackages } from "../support/packages.js";
import { availableReleases, outDirectory } from "../support/published.js";
import { sized } from "../support/sizes.js";
import { runCommand } from "../support/user-process.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const PROJECT = path.join(outDirectory, "compiler-settings");
const NATIVE = "typescript-7";
const COMPILERS = sized({ quick: [NATIVE], full: ["typescript", "typescript-6", NATIVE] });

const BASE = { target: "es2023", module: "nodenext", strict: true, noEmit: true, types: ["node"] };

/** Each beside `strict`. */
const FLAGS = [
  ...["exactOptionalPropertyTypes", "noUncheckedIndexedAccess", "noImplicitOverride"],
  ...["noPropertyAccessFromIndexSignature", "noImplicitReturns", "noFallthroughCasesInSwitch"],
  ...["noUnusedLocals", "noUnusedParameters", "verbatimModuleSyntax", "isolatedModules"],
  ...["erasableSyntaxOnly", "noUncheckedSideEffectImports"],
];

const SETTINGS: Readonly<Record<string, object>> = {
  "strict alone": {},
  ...Object.fromEntries(FLAGS.map((flag) => [`strict and ${flag}`, { [flag]: true }])),
  "strict and isolatedDeclarations": { declaration: true, isolatedDeclarations: true },
  "strict and no unreachable code": { allowUnreachableCode: false, allowUnusedLabels: false },
  "all of them": {
    ...Object.fromEntries(FLAGS.map((flag) => [flag, true])),
    ...{ declaration: true, isolatedDeclarations: true },
  },
  "a bundler": { module: "preserve", moduleResolution: "bundler" },
  "a bundler, and exactOptionalPropertyTypes": {
    ...{ module: "preserve", moduleResolution: "bundler", exactOptionalPropertyTypes: true },
  },
  "no dom": { lib: ["es2023"] },
  dom: { lib: ["es2023", "dom"] },
};

const settings = sized({
  quick: ["strict alone", "all of them", "no dom"].map((name) => [name, SETTINGS[name]!] as const),
  full: Object.entries(SETTINGS),
});

interface Exports {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

async function unpack(archive: string, name: string): Promise<readonly string[]> {
  const directory = path.join(PROJECT, "node_modules", name);
  mkdirSync(directory, { recursive: true });
  await runCommand("tar", ["xzf", archive, "-C", directory, "--strip-components=1"], {
    cwd: PROJECT,
  });
  const { exports } = JSON.parse(
    readFileSync(path.join(directory, "package.json"), "utf8"),
  ) as Exports;
  return Object.entries(exports).flatMap(([at, target]) =>
    typeof target === "object" && target.types !== undefined ? [`${name}${at.slice(1)}`] : [],
  );
}

function write(file: string, content: string): void {
  const target = path.join(PROJECT, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

beforeAll(async () => {
  rmSync(PROJECT, { recursive: true, force: true });
  mkdirSync(PROJECT, { recursive: true });
  const { generator, runtime } = await packPackages(PROJECT);
  const modules = [
    ...(await unpack(path.join(PROJECT, runtime.filename), "@proto-gen/runtime")),
    ...(await unpack(path.join(PROJECT, generator.filename), "proto-gen")),
  ];
  expect(modules.length).toBeGreaterThan(20);
  const lines = modules.map(
    (each, index) => `export * as module${index} from ${JSON.stringify(each)};\n`,
  );
  write("use.ts", lines.join(""));
  write("wrong.ts", "export const wrong: string = 1;\n");
  for (const release of availableReleases)
    for (const file of await emit(await modelRelease(release)))
      write(`generated/${release.name}/${file.path}`, file.content);
}, 300_000);

/** @returns what the compiler says; nothing where all is well */
async function compile(
  compiler: string,
  compilerOptions: object,
  include: readonly string[] = ["use.ts", "generated"],
): Promise<string> {
  const tsc = require.resolve(`${compiler}/package.json`).replace("package.json", "bin/tsc");
  const name = `tsconfig.${compiler}.json`;
  write(name, JSON.stringify({ compilerOptions: { ...BASE, ...compilerOptions }, include }));
  try {
    await run(process.execPath, [tsc, "-p", path.join(PROJECT, name), "--pretty", "false"]);
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.trim().slice(0, 2000);
  }
}

describe.each(COMPILERS)("%s", (compiler) => {
  it("finds a mistake", async () => {
    expect(await compile(compiler, {}, ["wrong.ts"])).toContain("TS2322");
  }, 60_000);

  it.each(settings)(
    "compiles declarations and generated code: %s",
    async (_, options) => {
      expect(await compile(compiler, options)).toBe("");
    },
    120_000,
  );
});
