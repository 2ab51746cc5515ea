/** `action.yml`: its steps' shell, as the runner of GitHub Actions runs it, in a repository of its own. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  ACTION,
  runAction,
  TOOL,
  type ActionRun,
  type Inputs,
} from "../support/composite-action.js";
import { filesOf, pageDirectory, readPage, type PageDirectory } from "../support/documentation.js";

const GIFT = "schemas/gift.json";

let clone: PageDirectory;

function run(inputs: Inputs, baseRef?: string): ActionRun {
  return runAction(clone.path, inputs, baseRef);
}

function git(cwd: string, ...args: readonly string[]): void {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const { status, stderr } = spawnSync("git", [...author, ...args], { cwd, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

function withGift<Result>(
  change: (text: string) => string,
  work: () => Result,
  directory = ".",
): Result {
  const file = path.join(clone.path, directory, GIFT);
  const text = readFileSync(file, "utf8");
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
  try {
    return work();
  } finally {
    writeFileSync(file, text);
  }
}

describe("the action", () => {
  beforeAll(() => {
    clone = pageDirectory("action");
    const origin = `${clone.path}-origin`;
    const files = filesOf("docs/guide/first-extension.md");
    for (const name of ["profile.json", GIFT]) clone.write(name, files.get(name) ?? "");
    clone.write("proto-gen.config.ts", files.get("proto-gen.config.ts") ?? "");
    clone.write("packages/a shop/schemas/gift.json", files.get(GIFT) ?? "");
    const target = {
      profile: "../../profile.json",
      schemas: ["./schemas=https://example.com/schemas"],
    };
    const targets = { one: { ...target, out: "./one" }, two: { ...target, out: "./two" } };
    clone.write("packages/a shop/proto-gen.config.json", JSON.stringify({ targets }));
    const [node, file] = TOOL;
    for (const cwd of [clone.path, path.join(clone.path, "packages/a shop")])
      expect(spawnSync(node, [file], { cwd }).status).toBe(0);
    git(clone.path, "init", "--quiet", "--initial-branch", "main");
    git(clone.path, "add", ".");
    git(clone.path, "commit", "--quiet", "--message", "start");
    rmSync(origin, { recursive: true, force: true });
    mkdirSync(origin);
    git(origin, "clone", "--quiet", "--bare", clone.path, ".");
    git(clone.path, "remote", "add", "origin", origin);
  });

  it("is a composite action whose inputs are described, and used", () => {
    expect(ACTION.runs.using).toBe("composite");
    const text = readPage("action.yml");
    for (const [name, { description }] of Object.entries(ACTION.inputs)) {
      expect(description).not.toBe("");
      expect(text).toContain(`inputs.${name} `);
    }
    for (const { run, shell } of ACTION.runs.steps) {
      if (run === undefined) continue;
      expect(shell).toBe("bash");
      expect(run).not.toContain("${{");
    }
  });

  it("pins other actions by a commit, and names its version", () => {
    const uses = [...readPage("action.yml").matchAll(/uses: (.*)$/gm)].map(([, name]) => name);
    expect(uses).toHaveLength(1);
    for (const name of uses) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each([
    [{ command: "check" }],
    [{ command: "check", profile: "./profile.json", out: "./generated" }],
    [{ command: "lint" }],
    [{ command: "lint", schemas: "./schemas" }],
    [{ command: "diff" }],
    [{ command: "diff", base: "main", schemas: "schemas", "fail-on": "dangerous" }],
    [{ command: "lint", install: "touch installed && test -f installed" }],
    [{ command: "lint", schemas: ".", "working-directory": "schemas" }],
    [{ command: "check", "working-directory": "packages/a shop" }],
    [{ command: "check", "working-directory": "packages/a shop", target: "two" }],
    [{ command: "lint", "working-directory": "packages/a shop", target: "one" }],
    [{ command: "diff", "working-directory": "packages/a shop", target: "one" }],
  ])("passes with %j in a repository that is in order", (inputs) => {
    const { status, printed } = run(inputs);
    expect(status, printed).toBe(0);
    expect(printed).not.toContain("::error");
  });

  it("fails for a change that is breaking, and marks its line", () => {
    const narrowed = (text: string): string => text.replace('"maxLength": 200', '"maxLength": 100');
    const { check, diff, lint, dangerous } = withGift(narrowed, () => ({
      check: run({ command: "check" }),
      diff: run({ command: "diff" }),
      lint: run({ command: "lint" }),
      dangerous: run({ command: "diff", "fail-on": "none" }),
    }));
    expect([check.status, diff.status, lint.status, dangerous.status]).toEqual([1, 1, 0, 0]);
    expect(check.printed).toContain("::error title=proto-gen::the generated code is not that");
    expect(diff.printed).toMatch(/^::error file=schemas\/gift\.json,line=\d+/m);
  });

  it("fails for a mistake in a schema, and marks its line", () => {
    const misspelt = (text: string): string => text.replace("checkout.json", "chekout.json");
    const { status, printed } = withGift(misspelt, () => run({ command: "lint" }));
    expect(status).toBe(1);
    expect(printed).toMatch(/^::error file=schemas\/gift\.json,line=\d+/m);
  });

  it("marks the lines of a project in a directory below, by their files in the repository", () => {
    const directory = "packages/a shop";
    const inputs = { "working-directory": directory, target: "one" };
    const narrowed = (text: string): string => text.replace('"maxLength": 200', '"maxLength": 100');
    const diff = withGift(narrowed, () => run({ ...inputs, command: "diff" }), directory);
    expect(diff.printed).toMatch(/^::error file=packages\/a shop\/schemas\/gift\.json,line=\d+/m);
    const misspelt = (text: string): string => text.replace("checkout.json", "chekout.json");
    const { printed } = withGift(misspelt, () => run({ ...inputs, command: "lint" }), directory);
    expect(printed).toMatch(/^::error file=packages\/a shop\/schemas\/gift\.json,line=\d+/m);
  });

  it("says that a base branch does not exist", () => {
    const { status, printed } = run({ command: "diff", base: "no-such-branch" });
    expect(status).toBe(2);
    expect(printed).toContain("::error title=proto-gen::the base branch cannot be fetched");
  });

  it.each([
    ["a command that it does not have", { command: "release" }, "main"],
    ["a diff without a base", { command: "diff" }, ""],
    ["an installation that fails", { command: "lint", install: "false" }, "main"],
    ["a branch that is code", { command: "diff", base: "main; touch hacked" }, "main"],
  ])("fails for %s", (_, inputs, baseRef) => {
    expect(run(inputs, baseRef).status).not.toBe(0);
    expect(spawnSync("ls", [clone.path], { encoding: "utf8" }).stdout).not.toContain("hacked");
  });
});
