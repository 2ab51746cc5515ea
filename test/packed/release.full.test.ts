/** `scripts/release.js` in a clone: it refuses what is not ready, and packs, tries and tags what is. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { repository } from "../support/published.js";

const LONG = 600_000;
const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-release-test-")));
const clone = path.join(directory, "clone");

function git(...args: readonly string[]): string {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@business.dev"];
  return execFileSync("git", [...author, ...args], { cwd: clone, encoding: "utf8" });
}

function release(...args: readonly string[]) {
  const env = {
    ...process.env,
    ...{ GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@business.dev" },
  };
  const result = spawnSync(process.execPath, ["scripts/release.js", ...args], {
    ...{ cwd: clone, env, encoding: "utf8", timeout: LONG },
  });
  return { status: result.status, out: result.stdout, err: result.stderr };
}

function edit(file: string, change: (text: string) => string): void {
  const target = path.join(clone, file);
  const text = readFileSync(target, "utf8");
  expect(change(text), file).not.toBe(text);
  writeFileSync(target, change(text));
}

/** What whoever releases does first. */
function makeReady(): void {
  edit("SECURITY.md", (text) => text.replace("example.invalid", "business.dev"));
  edit("CHANGELOG.md", (text) => text.replace("## Unreleased", "## 0.1.0"));
}

/** Those of the repository, but for the packages that are the clone's own, and for what the build keeps there. */
function linkNodeModules(): void {
  const from = path.join(repository, "node_modules");
  const to = path.join(clone, "node_modules");
  mkdirSync(path.join(to, "@proto-gen"), { recursive: true });
  mkdirSync(path.join(to, ".bin"));
  symlinkSync("../../src/runtime", path.join(to, "@proto-gen/runtime"));
  for (const name of readdirSync(from))
    if (!name.startsWith(".") && name !== "@proto-gen")
      symlinkSync(path.join(from, name), path.join(to, name));
}

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", "--shared", repository, clone]);
  // As it stands here, committed or not.
  const changed = execFileSync(
    "git",
    ["ls-files", "--modified", "--others", "--exclude-standard"],
    {
      ...{ cwd: repository, encoding: "utf8" as const },
    },
  );
  for (const file of changed.split("\n").filter((name) => name !== "")) {
    if (existsSync(path.join(repository, file)))
      cpSync(path.join(repository, file), path.join(clone, file));
    else rmSync(path.join(clone, file), { force: true });
  }
  linkNodeModules();
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "as it stands");
}, LONG);
beforeEach(() => {
  git("checkout", "--quiet", "--", ".");
});
afterAll(() => rm(directory, { recursive: true, force: true }), LONG);

describe("a release", () => {
  it("is refused while there are placeholders, and no section of changes", () => {
    const { status, err } = release("--dry-run");
    expect(status).toBe(1);
    expect(err).toContain("SECURITY.md has the placeholder security@example.invalid");
    expect(err).toContain("CHANGELOG.md begins with Unreleased: name the section 0.1.0");
    expect(existsSync(path.join(clone, "release"))).toBe(false);
  });

  it("is refused for changes that are not committed, and versions that differ", () => {
    makeReady();
    edit("src/runtime/package.json", (text) =>
      text.replace(
        '"version": "0.1.0"',
        '"version": "0.2.0",\n  "homepage": "https://example.com"',
      ),
    );
    const { status, err } = release("--dry-run");
    expect(status).toBe(1);
    expect(err.trim().split("\n")).toEqual([
      "there are changes that are not committed",
      "src/runtime/package.json has the version 0.2.0, not 0.1.0",
      "src/runtime/package.json has the placeholder example.com",
    ]);
  });

  it(
    "packs, checks, installs and generates, and tags unless it is a dry run",
    () => {
      makeReady();
      git("commit", "--quiet", "--all", "--message", "release 0.1.0");
      const tried = release("--dry-run");
      expect(tried.err).toBe("");
      expect([tried.status, git("tag", "--list")]).toEqual([0, ""]);
      expect(tried.out).toContain("v0.1.0 can be released\n");
      expect(readdirSync(path.join(clone, "release")).sort()).toEqual([
        ...["proto-gen-0.1.0.tgz", "proto-gen-runtime-0.1.0.tgz"],
      ]);
      const done = release();
      expect([done.status, done.err]).toEqual([0, ""]);
      expect(done.out).toContain(
        "tagged v0.1.0\ngit push origin v0.1.0\nnpm publish release/proto-gen-runtime-0.1.0.tgz\nnpm publish release/proto-gen-0.1.0.tgz\n",
      );
      expect(git("cat-file", "-t", "v0.1.0").trim()).toBe("tag");
      expect(release()).toMatchObject({ status: 1, err: "the tag v0.1.0 is there already\n" });
    },
    LONG,
  );
});
