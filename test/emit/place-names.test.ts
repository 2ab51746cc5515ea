/** Names in generated modules: after their place, never by number. */

import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const GENERATED = new URL("../../generated/", import.meta.url);

/** The names of all variables and functions that a module declares, at any depth. */
function declaredNames(source: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name)
      names.push(node.name.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("module.ts", source, ts.ScriptTarget.ES2022, true));
  return names;
}

describe("what generated modules declare", () => {
  const modules = readdirSync(GENERATED, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => [file, declaredNames(readFileSync(new URL(file, GENERATED), "utf8"))] as const);

  it("is much", () => {
    expect(modules.flatMap(([, names]) => names).length).toBeGreaterThan(500);
  });

  it.each(modules)("in %s has no number but that of a word", (_file, names) => {
    // The capability of mandates is called after AP2.
    expect(names.filter((name) => /\d$/.test(name) && !/ap2$/i.test(name))).toEqual([]);
  });

  it.each(modules)("in %s says in one style whether a value fails", (_file, names) => {
    // Those of commerce.ts say what is wrong with amounts and orders.
    const others = ["checkTotals", "checkOrder"];
    const checks = names.filter((name) => /^(?:check|fail)[A-Z]/.test(name));
    expect(checks.filter((name) => !others.includes(name))).toEqual([]);
  });
});
