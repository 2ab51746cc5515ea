/**
 * What the runtime exports, entry by entry: a name that comes or goes is a change for its users, and is seen here.
 * `UPDATE_GOLDEN=1` writes the list.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";

const RUNTIME = path.join(repository, "src/runtime");
const LIST = path.join(repository, "test/data/runtime-exports.txt");

/** The sources of the entries, but for those of generated code. */
function entryFiles(): readonly (readonly [entry: string, file: string])[] {
  const { exports } = JSON.parse(readFileSync(path.join(RUNTIME, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === "string" || entry.startsWith("./codegen/")) return [];
    const source = target.types.replace("./dist/", "").replace(".d.ts", ".ts");
    return [[entry.slice(2), path.join(RUNTIME, source)] as const];
  });
}

function exportsOf(entries: ReturnType<typeof entryFiles>): {
  /** Lines of an entry and a name. */
  readonly names: readonly string[];
  /** Names that stand in several entries, and mean different things there. */
  readonly ambiguous: readonly string[];
} {
  const config = ts.readConfigFile(path.join(RUNTIME, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, RUNTIME);
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    { ...options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  const meanings = new Map<string, Set<ts.Symbol>>();
  const names = entries.flatMap(([entry, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    const exported = module === undefined ? [] : checker.getExportsOfModule(module);
    for (const symbol of exported) {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const meaning = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      meanings.set(symbol.name, (meanings.get(symbol.name) ?? new Set()).add(meaning));
    }
    return exported.map(({ name }) => `${entry} ${name}`).sort();
  });
  const ambiguous = [...meanings].filter(([, found]) => found.size > 1).map(([name]) => name);
  return { names, ambiguous: ambiguous.sort() };
}

/** The transports of servers and of clients: each import says in its path whose it is. */
const AMBIGUOUS = ["mcp", "rest"];

describe("what the runtime exports", () => {
  const { names, ambiguous } = exportsOf(entryFiles());

  it("is what the list has", () => {
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(LIST, `${names.join("\n")}\n`);
    expect(names).toEqual(readFileSync(LIST, "utf8").trimEnd().split("\n"));
  });

  it("has no further name with two meanings", () => {
    expect(ambiguous).toEqual(AMBIGUOUS);
  });
});
