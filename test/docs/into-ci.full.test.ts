/** The commands of `docs/guide/into-ci.md`, copied as they stand into the project of `into-an-existing-app.md`. */

import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ACTION, runAction, TOOL, type Inputs } from "../support/composite-action.js";
import {
  codeBlock,
  codeBlocks,
  filesOf,
  pageDirectory,
  readPage,
  type PageDirectory,
} from "../support/documentation.js";

const PAGE = "docs/guide/into-ci.md";
const APP = "docs/guide/into-an-existing-app.md";
const GIFT = "schemas/gift.json";

let folder: PageDirectory;

/** The blocks of the page, in order: each is copied as a whole. */
const BLOCKS = codeBlocks(readPage(PAGE))
  .filter(({ language }) => language === "sh")
  .map(({ code }) => code);

/** The inputs of the workflow's steps that use the action. */
function workflowSteps(): readonly Inputs[] {
  const workflow = parse(codeBlock(PAGE, "yaml", "runs-on")) as {
    readonly jobs: {
      readonly check: { readonly steps: readonly { uses?: string; with?: Inputs }[] };
    };
  };
  return workflow.jobs.check.steps
    .filter(({ uses }) => uses === "./node_modules/proto-gen")
    .map((step) => step.with ?? {});
}

function shell(lines: string): { readonly status: number | null; readonly printed: string } {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync("sh", ["-eu", "-c", lines], {
    ...{ cwd: folder.path, env: { PATH, HOME }, encoding: "utf8" },
  });
  return { status, printed: stdout + stderr };
}

function git(...args: readonly string[]): void {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const { status, stderr } = spawnSync("git", [...author, ...args], {
    ...{ cwd: folder.path, encoding: "utf8" },
  });
  expect(status, stderr).toBe(0);
}

/** The status of each block, and of each step of the workflow. */
function statuses(): readonly (readonly (number | null)[])[] {
  return [
    BLOCKS.map((block) => shell(block).status),
    workflowSteps().map((inputs) => runAction(folder.path, inputs).status),
  ];
}

describe("the commands for CI", () => {
  beforeAll(() => {
    folder = pageDirectory("into-ci");
    const files = filesOf("docs/guide/first-extension.md");
    for (const name of ["profile.json", GIFT]) folder.write(name, files.get(name) ?? "");
    folder.write("package.json", codeBlock(APP, "json", "generate:check"));
    folder.write("proto-gen.config.ts", codeBlock(APP, "ts", "defineConfig("));
    // As a package manager puts it there.
    const bin = folder.write("node_modules/.bin/proto-gen", `#!/bin/sh\n${TOOL.join(" ")} "$@"\n`);
    chmodSync(bin, 0o755);
    folder.write(".gitignore", "node_modules\n");
    expect(shell("npm run generate")).toMatchObject({ status: 0 });
    expect(shell("npx proto-gen scaffold --into src/business.ts")).toMatchObject({ status: 0 });
    git("init", "--quiet", "--initial-branch", "main");
    git("add", ".");
    git("commit", "--quiet", "--message", "start");
    git("remote", "add", "origin", folder.path);
    git("fetch", "--quiet", "origin");
  });

  it("pass in a repository that is in order, copied as they stand", () => {
    expect(BLOCKS).toHaveLength(5);
    expect(workflowSteps().map(({ command }) => command)).toEqual(["check", "lint", "diff"]);
    for (const block of BLOCKS) {
      const { status, printed } = shell(block);
      expect(status, `${block}\n${printed}`).toBe(0);
    }
    for (const inputs of workflowSteps()) {
      expect(Object.keys(inputs).filter((name) => !(name in ACTION.inputs))).toEqual([]);
      const { status, printed } = runAction(folder.path, inputs);
      expect(status, printed).toBe(0);
    }
  });

  it("fail when the schemas have changed, or have a mistake", () => {
    const file = path.join(folder.path, GIFT);
    const schema = readFileSync(file, "utf8");
    writeFileSync(file, schema.replace('"maxLength": 200', '"maxLength": 100'));
    expect(statuses()).toEqual([
      [1, 1, 0, 0, 1],
      [1, 0, 1],
    ]);
    writeFileSync(file, schema.replace("checkout.json", "chekout.json"));
    const [, , , lint = ""] = BLOCKS;
    expect(shell(lint).status).toBe(1);
    writeFileSync(file, schema);
  });

  it("fail while a handler is missing", () => {
    rmSync(path.join(folder.path, "src"), { recursive: true });
    const [, , scaffold = ""] = BLOCKS;
    expect(shell(scaffold).status).toBe(1);
  });

  it("names every input of the action", () => {
    const [, rows = ""] = /^\| input .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readPage(PAGE)) ?? [];
    const named = [...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(ACTION.inputs).sort());
  });
});
