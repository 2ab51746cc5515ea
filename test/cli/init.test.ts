/** `proto-gen init`: a business to start from, whole or not at all. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { outDirectory, repository } from "../support/published.js";
import { fakeHost } from "./fake-host.js";

const ROOT = path.join(outDirectory, "init");
const SHOP = path.join(ROOT, "My Shop");

beforeEach(() => {
  rmSync(ROOT, { recursive: true, force: true });
  mkdirSync(ROOT, { recursive: true });
});

async function init(...argv: string[]) {
  const host = fakeHost({});
  const code = await main(["init", ...argv], host);
  return { code, out: host.out(), err: host.err() };
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe("proto-gen init", () => {
  it("writes the whole template, under the directory's name", async () => {
    const { code, out } = await init(SHOP);
    expect(code).toBe(0);
    expect(out).toContain("npm install");
    const files = filesIn(SHOP);
    for (const file of ["package.json", "profile.json", ".gitignore", "src/shop.ts", "README.md"])
      expect(files).toContain(file);
    expect(files).toContain(".gitattributes");
    expect(files).toContain(".github/workflows/ci.yml");
    expect(files.filter((file) => /generated|node_modules|^dist/.test(file))).toEqual([]);
    expect(readFileSync(path.join(SHOP, "package.json"), "utf8")).toContain('"name": "my-shop"');
    const profile = readFileSync(path.join(SHOP, "profile.json"), "utf8");
    const own = path.join(repository, "templates/storefront/profile.json");
    expect(profile).toBe(readFileSync(own, "utf8"));
  });

  it("fills a directory that is empty", async () => {
    mkdirSync(SHOP);
    expect((await init(SHOP, "--quiet")).code).toBe(0);
    expect(existsSync(path.join(SHOP, "src/main.ts"))).toBe(true);
  });

  it("writes over nothing", async () => {
    mkdirSync(SHOP);
    writeFileSync(path.join(SHOP, "notes.txt"), "mine");
    const { code, err } = await init(SHOP);
    expect(code).toBe(2);
    expect(err).toContain("USAGE_INIT");
    expect(filesIn(SHOP)).toEqual(["notes.txt"]);
    expect(readdirSync(ROOT)).toEqual(["My Shop"]);
  });

  it("is refused where a file stands, and without a directory", async () => {
    writeFileSync(SHOP, "a file");
    expect((await init(SHOP)).code).toBe(2);
    expect(readFileSync(SHOP, "utf8")).toBe("a file");
    expect((await init()).code).toBe(2);
  });
});
