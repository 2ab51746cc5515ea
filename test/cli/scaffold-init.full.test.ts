/** `proto-gen scaffold` in the project that `init` writes, as its package.json calls it. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ScaffoldReport } from "../../src/cli/commands/scaffold/report.js";
import { outDirectory } from "../support/published.js";
import { runTool } from "../support/release.js";

// Below the repository, where the runtime's types are found as in a project that has it installed.
const SHOP = path.join(outDirectory, "scaffold-init");
const FILE = "src/handlers.ts";

const home = process.cwd();
let original: string;

beforeAll(async () => {
  rmSync(SHOP, { recursive: true, force: true });
  mkdirSync(outDirectory, { recursive: true });
  expect((await runTool(["init", SHOP, "--quiet"])).code).toBe(0);
  process.chdir(SHOP);
  original = readFileSync(FILE, "utf8");
}, 180_000);
afterAll(() => process.chdir(home));
beforeEach(() => writeFileSync(FILE, original));

/** The script's own options, and more. */
async function scaffold(...more: readonly string[]): Promise<ScaffoldReport> {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [tool, ...argv] = (scripts["scaffold"] ?? "").split(" ");
  expect([tool, argv[0]]).toEqual(["proto-gen", "scaffold"]);
  const { out } = await runTool([...argv, ...more, "--json"]);
  return JSON.parse(out) as ScaffoldReport;
}

describe("a project as it was initialised", () => {
  it("has all of its handlers, those of the business included", async () => {
    const { ok, added, gone } = await scaffold();
    expect({ ok, added, gone }).toEqual({ ok: true, added: [], gone: [] });
    expect(readFileSync(FILE, "utf8")).toBe(original);
  });

  it("gets what its profile has grown by, and nothing that the business answers", async () => {
    const before = original.replace("  lookupCatalog,\n", "");
    expect(before).not.toBe(original);
    writeFileSync(FILE, before);
    const others = ["checkout", "catalog.search", "cart"];
    const names = others.map((name) => `dev.proto.shopping.${name}`).join(",");
    expect((await scaffold("--capabilities", names)).added).toEqual([]);
    expect(readFileSync(FILE, "utf8")).toBe(before);
    expect((await scaffold()).added).toEqual(["lookupCatalog"]);
    expect(readFileSync(FILE, "utf8")).toContain("async lookupCatalog(");
    expect((await scaffold()).added).toEqual([]);
  });
});
describe("generated code", () => {
  it("is looked for in ./generated, or in ./src/generated where only that is there", async () => {
    const into = [
      ...["scaffold", "--into", "src/other.ts", "--profile", "./profile.json"],
      "--no-config",
    ];
    const importOf = async (): Promise<string | undefined> => {
      rmSync("src/other.ts", { force: true });
      expect((await runTool(into)).code).toBe(0);
      const text = readFileSync("src/other.ts", "utf8");
      rmSync("src/other.ts");
      return /from "(\S+\/server\.js)"/.exec(text)?.[1];
    };
    expect(await importOf()).toBe("./generated/server.js");
    mkdirSync("generated");
    expect(await importOf()).toBe("../generated/server.js");
    rmSync("generated", { recursive: true });
    renameSync("src/generated", "elsewhere");
    expect(await importOf()).toBe("../generated/server.js");
    renameSync("elsewhere", "src/generated");
  });
});
