/** What names a side of `proto-gen diff`: releases, directories, manifests and commits. */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { resolveSide } from "../../src/cli/commands/diff/resolve-side.js";
import { ProtoGenError, type DiagnosticCode } from "../../src/errors.js";
import { repository } from "../support/published.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const MANIFEST = JSON.stringify({
  tool: { name: "proto-gen", version: "0.1.0" },
  options: {},
  inputs: [],
  absent: [],
  outputs: [],
});

/** A directory to work in, with files. */
function inDirectory(files: Readonly<Record<string, string>> = {}): string {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) put(directory, name, content);
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
  return directory;
}

function git(...args: readonly string[]): string {
  const own = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...own, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A repository with one commit of these files, tagged v1. */
function inRepository(files: Readonly<Record<string, string>>): string {
  const directory = inDirectory(files);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=one");
  git("tag", "v1");
  return directory;
}

function refusal(argument: string): readonly [DiagnosticCode | undefined, string] {
  try {
    return [undefined, JSON.stringify(resolveSide(argument))];
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    const [first] = error.diagnostics;
    return [first?.code, `${first?.message}\n${first?.hint}`];
  }
}

function filesOf(argument: string): Readonly<Record<string, string>> {
  const choice = resolveSide(argument);
  if (!("files" in choice)) throw new Error(`${argument} is no commit`);
  return Object.fromEntries(
    choice.files.map(({ path: name, bytes }) => [name, new TextDecoder().decode(bytes)]),
  );
}

describe("a release", () => {
  it("is a directory of that name below schemas, before one of the package", () => {
    inDirectory({ "schemas/draft/x.json": "{}", "schemas/2026-11-20/x.json": "{}" });
    expect(resolveSide("draft")).toEqual({
      name: "draft",
      directory: path.join("schemas", "draft"),
      isRelease: true,
    });
    expect(resolveSide("2026-11-20")).toEqual({
      name: "2026-11-20",
      directory: path.join("schemas", "2026-11-20"),
      isRelease: true,
    });
  });

  it("is else one of the package", () => {
    inDirectory();
    expect(resolveSide("2026-11-20")).toEqual({
      name: "2026-11-20",
      directory: path.join(repository, "schemas/2026-11-20"),
      isRelease: true,
    });
  });

  it("comes before a directory of the same name, which is named by its path", () => {
    inDirectory({ "schemas/draft/x.json": "{}", "draft/x.json": "{}" });
    expect(resolveSide("draft")).toMatchObject({ directory: path.join("schemas", "draft") });
    expect(resolveSide("./draft")).toEqual({ name: "./draft", directory: "./draft" });
  });

  it.each([
    ["2026-11-21", "did you mean 2026-11-20?"],
    ["drafd", "did you mean draft?"],
    ["../schemas/nope", "name a release"],
    ["", "name a release"],
    ["x\u0000y", "name a release"],
    ["__proto__", "name a release"],
    ["x".repeat(300), "name a release"],
  ])("that there is not is refused: %j", (argument, hint) => {
    inDirectory({ "schemas/draft/x.json": "{}" });
    const [code, text] = refusal(argument);
    expect(code).toBe("DIFF_UNKNOWN_SIDE");
    expect(text).toContain(hint);
  });
});

describe("a directory", () => {
  it("is named by its path, or by a word that is no release", () => {
    const directory = inDirectory({ "old/x.json": "{}", "schemas/file": "" });
    for (const name of ["old", "./old", "old/", path.join(directory, "old"), ".", "schemas"])
      expect(resolveSide(name)).toEqual({ name, directory: name });
  });

  it("is none where it is a file", () => {
    inDirectory({ "x.json": "{}" });
    const [code, text] = refusal("x.json");
    expect(code).toBe("DIFF_UNKNOWN_SIDE");
    expect(text).toContain("neither a directory nor a manifest.json");
  });
});

describe("a manifest", () => {
  it("is named itself, or by the directory that holds it", () => {
    inDirectory({ "generated/manifest.json": MANIFEST });
    const manifest = path.join("generated", "manifest.json");
    expect(resolveSide("generated")).toEqual({ name: "generated", manifest });
    expect(resolveSide(manifest)).toEqual({ name: manifest, manifest });
  });

  it("is a release's own list where another program wrote it", () => {
    inDirectory({
      "old/manifest.json": '{"files": []}',
      "old/x.json": "{}",
      "m/manifest.json": "[",
    });
    expect(resolveSide("old")).toEqual({ name: "old", directory: "old" });
    expect(resolveSide("m")).toEqual({ name: "m", directory: "m" });
    expect(refusal("old/manifest.json")[0]).toBe("DIFF_UNKNOWN_SIDE");
  });
});

describe("a commit", () => {
  it("has its JSON files as they were, whatever the working directory has", () => {
    inRepository({
      "schemas/checkout.json": '{"a": 1}',
      "schemas/types/ü b.json": '{"b": "é"}',
      "schemas/manifest.json": "{}",
      "schemas/types/manifest.json": "{}",
      "schemas/readme.md": "x",
      "other.json": "{}",
    });
    put(".", "schemas/checkout.json", '{"a": 2}');
    const files = {
      "checkout.json": '{"a": 1}',
      "types/manifest.json": "{}",
      "types/ü b.json": '{"b": "é"}',
    };
    for (const argument of ["git:v1:schemas", "git:HEAD:schemas/", "git:main:./schemas"])
      expect(filesOf(argument), argument).toEqual(files);
    expect(Object.keys(filesOf("git:main:schemas"))).toEqual(Object.keys(files));
    expect(resolveSide("git:v1:schemas")).toMatchObject({ name: "git:v1:schemas" });
    expect(filesOf("git:v1:schemas/types")).toEqual({
      "manifest.json": undefined,
      "ü b.json": files["types/ü b.json"],
    });
  });

  it("is whole where the path is empty, also from a directory below", () => {
    inRepository({ "schemas/checkout.json": "{}", "other.json": "[]" });
    expect(Object.keys(filesOf("git:v1:"))).toEqual(["other.json", "schemas/checkout.json"]);
    process.chdir("schemas");
    expect(Object.keys(filesOf("git:v1:"))).toEqual(["other.json", "schemas/checkout.json"]);
    expect(Object.keys(filesOf("git:v1:schemas"))).toEqual(["checkout.json"]);
    expect(Object.keys(filesOf("git:v1:."))).toEqual(["checkout.json"]);
  });

  it("has no links in it, and no files where there is no JSON", () => {
    inDirectory({ "schemas/x.json": "{}", "docs/x.md": "x" });
    symlinkSync("/etc/passwd", "schemas/passwd.json");
    symlinkSync("x.json", "schemas/same.json");
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--message=one");
    expect(filesOf("git:HEAD:schemas")).toEqual({ "x.json": "{}" });
    expect(filesOf("git:HEAD:docs")).toEqual({});
  });

  it("keeps every byte, empty files and files without a newline too", () => {
    const files = {
      "a.json": "",
      "b.json": "\n",
      "c.json": "x\0y\r\n\n",
      "d.json": "é".repeat(70_000),
    };
    inRepository(files);
    expect(filesOf("git:HEAD:")).toEqual(files);
  });

  it.each<[string, DiagnosticCode, string]>([
    ["git:nope:schemas", "DIFF_GIT_REF", "nope is not a commit"],
    ["git:v1^{tree}:schemas", "DIFF_GIT_REF", "is not a commit"],
    ["git:--all:schemas", "DIFF_GIT_REF", "starts with -"],
    ["git:--upload-pack=touch x:schemas", "DIFF_GIT_REF", "starts with -"],
    ["git:v1:schemes", "DIFF_GIT_PATH", "no directory schemes"],
    ["git:v1:schemas/x.json", "DIFF_GIT_PATH", "no directory schemas/x.json"],
    ["git:v1:../..", "DIFF_GIT_PATH", "no directory"],
    ["git:v1:./schemes", "DIFF_GIT_PATH", "relative to the working directory"],
    ["git:v1:/etc", "DIFF_GIT_PATH", "no directory"],
    ["git:v1:--help", "DIFF_GIT_PATH", "no directory"],
    ["git:v1:$(touch x)", "DIFF_GIT_PATH", "no directory"],
    ["git:v1", "USAGE", "is not git:REF:PATH"],
    ["git:", "USAGE", "is not git:REF:PATH"],
    ["git::schemas", "USAGE", "is not git:REF:PATH"],
    ["git:v1:a\nb", "USAGE", "is not git:REF:PATH"],
    ["git:v1:a\0b", "USAGE", "is not git:REF:PATH"],
  ])("%j is refused by %s", (argument, code, text) => {
    inRepository({ "schemas/x.json": "{}" });
    const [actual, said] = refusal(argument);
    expect(said).toContain(text);
    expect(actual).toBe(code);
  });

  it("is in a repository", () => {
    inDirectory();
    const [code, text] = refusal("git:HEAD:schemas");
    expect(code).toBe("DIFF_GIT_REPOSITORY");
    expect(text).toContain("not a git repository");
  });

  it("needs git", () => {
    inDirectory();
    const { PATH } = process.env;
    process.env["PATH"] = "/nonexistent";
    onTestFinished(() => void (process.env["PATH"] = PATH));
    const [code, text] = refusal("git:HEAD:schemas");
    expect(code).toBe("DIFF_GIT_REPOSITORY");
    expect(text).toContain("git is not installed");
  });

  it("has no file that is larger than a schema may be", () => {
    inRepository({ "schemas/large.json": `"${"x".repeat(5 * 1024 * 1024)}"` });
    const [code, text] = refusal("git:HEAD:schemas");
    expect(code).toBe("LOAD_TOO_LARGE");
    expect(text).toContain("git:HEAD:schemas/large.json has 5242882 bytes; the limit is 4194304");
  });

  it("is what the commit has, whatever git replace says", () => {
    inRepository({ "a.json": '{"a": 1}', "b.json": '{"b": 2}' });
    git("replace", git("rev-parse", "HEAD:a.json").trim(), git("rev-parse", "HEAD:b.json").trim());
    expect(filesOf("git:HEAD:")).toEqual({ "a.json": '{"a": 1}', "b.json": '{"b": 2}' });
  });

  it("of a clone that lacks some of its files is refused, and not taken for one without them", () => {
    inRepository({ "a.json": '{"a": 1}', "b.json": '{"b": 2}' });
    const id = git("rev-parse", "HEAD:a.json").trim();
    rmSync(path.join(".git/objects", id.slice(0, 2), id.slice(2)));
    const [code, text] = refusal("git:HEAD:");
    expect(code).toBe("DIFF_GIT_REPOSITORY");
    expect(text).toContain(id);
  });

  it("has no submodules in it", () => {
    inRepository({ "x.json": "{}" });
    const commit = git("rev-parse", "HEAD").trim();
    mkdirSync("sub.json");
    git("update-index", "--add", "--cacheinfo", `160000,${commit},sub.json`);
    git("commit", "--quiet", "--message=two");
    expect(filesOf("git:HEAD:")).toEqual({ "x.json": "{}" });
  });
});
