/**
 * What the runtime exports, entry by entry: a name that comes or goes is a change for its users, and is seen here.
 * `UPDATE_GOLDEN=1` writes the list.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";
import { runtimeEntries } from "../support/runtime-entries.js";

const RUNTIME = path.join(repository, "src/runtime");
const LIST = path.join(repository, "test/data/runtime-exports.txt");
const MAX_ENTRIES = 20;
const MAX_NAMES = 350;
/** Entries that only those import who run that database, or test. */
const APART = new Set(["storage/sqlite", "storage/postgres", "testing"]);
/** Types of options, results and errors, which users name if a function of their own takes or returns one. */
const TYPES_OF_USERS = new Set([
  ...["CallOptions", "CheckoutError", "ClientErrorCode", "InfoMessage", "MandateContext"],
  ...["MerchantAuthorizer", "NextAction", "Payments", "PaymentsOptions", "RateLimiter"],
  ...["Readiness", "RetrySchedule", "SealError", "ServerLimits", "Span"],
  ...["Task", "Tracer", "ValidationError", "Verdict"],
  ...["KeyStore", "Page"],
]);
/** Where someone may import a name: users' pages and projects, generated code, and tests. */
const USERS = ["README.md", "bench", "docs", "generated", "src", "templates", "test"];
/** One of the programs of `test/programs/mistakes.ts` imports it from there. */
const NOT_EXPORTED = ["commerce createCheckouts"];

interface Export {
  readonly entry: string;
  readonly name: string;
}

function exportsOf(entries: ReadonlyMap<string, string>): readonly Export[] {
  const config = ts.readConfigFile(path.join(RUNTIME, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, RUNTIME);
  const program = ts.createProgram([...entries.values()], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  return [...entries].flatMap(([entry, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    const exported = module === undefined ? [] : checker.getExportsOfModule(module);
    const names = exported.map(({ name }) => name).sort();
    return names.map((name) => ({ entry, name }));
  });
}

const IMPORT =
  /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"@proto-gen\/runtime\/([\w/-]+)"/g;

/** All `entry name` that some file imports, in code or in an example. */
function imports(): ReadonlySet<string> {
  const texts = USERS.flatMap(filesBelow).map((file) => readFileSync(file, "utf8"));
  const found = texts.flatMap((text) =>
    [...text.matchAll(IMPORT)].flatMap(([, names = "", entry]) =>
      names
        .split(",")
        .filter((each) => each.trim() !== "")
        .map((each) => `${entry} ${nameIn(each)}`),
    ),
  );
  return new Set(found);
}

function nameIn(specifier: string): string {
  const [name = ""] = specifier.replaceAll(/^[\s*]*(?:type\s)?\s*/g, "").split(/\s/);
  return name;
}

const PASSED_OVER = new Set(["node_modules", "dist", ".out", ".work"]);

function filesBelow(name: string): readonly string[] {
  const whole = path.join(repository, name);
  if (path.extname(name) !== "") return /\.(?:ts|js|mjs|md)$/.test(name) ? [whole] : [];
  return readdirSync(whole, { withFileTypes: true }).flatMap((entry) => {
    if (PASSED_OVER.has(entry.name)) return [];
    const inner = path.join(name, entry.name);
    if (entry.isDirectory()) return filesBelow(inner);
    return path.extname(inner) === "" ? [] : filesBelow(inner);
  });
}

describe("what the runtime exports", () => {
  const entries = runtimeEntries();
  const exported = exportsOf(entries);
  const usual = exported.filter(({ entry }) => !APART.has(entry));

  it("is what the list has", () => {
    const names = exported.map(({ entry, name }) => `${entry} ${name}`);
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(LIST, `${names.join("\n")}\n`);
    expect(names).toEqual(readFileSync(LIST, "utf8").trimEnd().split("\n"));
  });

  it(`has at most ${MAX_ENTRIES} entries and ${MAX_NAMES} names`, () => {
    expect(entries.size - APART.size).toBeLessThanOrEqual(MAX_ENTRIES);
    expect(usual.length).toBeLessThanOrEqual(MAX_NAMES);
  });

  it("has each name in one entry", () => {
    const names = usual.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("has no name that nobody imports, but for some types", () => {
    const used = imports();
    const unused = exported.filter(({ entry, name }) => !used.has(`${entry} ${name}`));
    expect(new Set(unused.map(({ name }) => name))).toEqual(TYPES_OF_USERS);
  });

  it("has every name that a page, a project, a test or the bench imports", () => {
    const known = new Set(exported.map(({ entry, name }) => `${entry} ${name}`));
    const named = [...imports()].filter((each) => !each.startsWith("codegen/"));
    expect(named.filter((each) => !known.has(each))).toEqual(NOT_EXPORTED);
  });
});
