/** `scaffold` where ts-morph is not installed: a new module needs none, and one that is there asks for it. */

import { copyFileSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockLikeOurs, packPackages } from "../support/packages.js";
import { repository } from "../support/published.js";
import { runCommand } from "../support/user-process.js";

const LONG = 600_000;
const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
const SCAFFOLD = ["proto-gen", "scaffold", "--into", "business.ts", "--profile", "./profile.json"];

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-peer-")));

function run(command: string, args: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(command, args, { cwd: directory });
}

beforeAll(async () => {
  const { generator, runtime } = await packPackages(directory);
  writeFileSync(path.join(directory, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(path.join(directory, "package-lock.json"), lockLikeOurs([]));
  copyFileSync(path.join(repository, "profile.json"), path.join(directory, "profile.json"));
  await run("npm", [...INSTALL, `./${runtime.filename}`]);
  await run("npm", [...INSTALL, "--save-dev", `./${generator.filename}`]);
}, LONG);
afterAll(() => rm(directory, { recursive: true, force: true }), LONG);

describe("scaffold without ts-morph", () => {
  it(
    "writes a new module, and asks for the package before it adds to one",
    async () => {
      const { stderr } = await run("npx", SCAFFOLD);
      expect(stderr).toMatch(/^wrote business\.ts with \d+ handlers$/m);
      const file = path.join(directory, "business.ts");
      const shorter = readFileSync(file, "utf8").replace(/ {2}async getCart\([^}]*\},\n/, "");
      writeFileSync(file, shorter);
      await expect(run("npx", SCAFFOLD)).rejects.toThrow(
        /PACKAGE_MISSING: scaffold, to add handlers to a module, needs the package ts-morph, which is not installed\n.*npm install --save-dev ts-morph@28\n/s,
      );
      expect(readFileSync(file, "utf8")).toBe(shorter);
      await run("npm", [...INSTALL, "--save-dev", "ts-morph@28"]);
      await run("npx", SCAFFOLD);
      expect(readFileSync(file, "utf8")).toContain("async getCart(");
    },
    LONG,
  );
});
