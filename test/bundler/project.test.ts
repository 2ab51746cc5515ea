import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openProject, type Project } from "../../src/bundler/project.js";
import { listSourceFiles } from "../../src/watch/source-files.js";
import { generateCommand, type GenerateFlags } from "../../src/cli/commands/generate/command.js";
import { flagsTarget } from "../../src/cli/commands/generate/flags-target.js";
import type { Settings } from "../../src/config/targets.js";
import { configuredTarget } from "../../src/target/target.js";
import { bundledProject, type BundledProject } from "../support/bundled-project.js";

let project: BundledProject;

afterEach(() => project.remove());

function open(options: Parameters<typeof openProject>[0] = {}): Project {
  return openProject(options, project.path, {
    XDG_CACHE_HOME: path.join(project.path, "cache"),
  });
}

function ofTargets(targets: object): object {
  return { profile: "./profile.json", schemas: ["./schemas"], emitters: ["types"], targets };
}

describe("a project that a bundler generates for", () => {
  it("is written once, and again after a change alone", async () => {
    project = bundledProject(ofTargets({ shop: { out: "shop" }, agent: { out: "agent" } }));
    const opened = open();
    const both = await Promise.all([opened.refresh(), open().refresh()]);
    expect(both.map(({ errors, hasWritten }) => [errors, hasWritten])).toEqual([
      [[], true],
      [[], false],
    ]);
    expect(project.read("shop/manifest.json")).toBe(project.read("agent/manifest.json"));
    project.limit(100);
    expect((await opened.refresh()).hasWritten).toBe(true);
    expect((await opened.refresh()).hasWritten).toBe(false);
  });

  it("generates the targets that have no error, and reports an error of several once", async () => {
    project = bundledProject(
      ofTargets({
        a: { out: "a", profile: "./missing.json" },
        b: { out: "b" },
        c: { out: "c", profile: "./missing.json" },
      }),
    );
    const { errors } = await open().refresh();
    expect(errors.map(({ code }) => code)).toEqual(["FILE_NOT_FOUND"]);
    expect(project.read("b/manifest.json")).not.toBe("");
    expect((await open({ target: "b" }).refresh()).errors).toEqual([]);
  });

  it("has no configuration, one without a profile, or no such target", async () => {
    project = bundledProject({ out: "x" });
    expect((await open().refresh()).errors).toMatchObject([
      { code: "CONFIG_INVALID", message: "the configuration names no profile" },
    ]);
    expect((await open({ target: "shop" }).refresh()).errors).toMatchObject([{ code: "USAGE" }]);
    expect((await open({ config: "other.json" }).refresh()).errors).toMatchObject([
      { code: "FILE_NOT_FOUND" },
    ]);
    rmSync(project.file("proto-gen.config.json"));
    project.write(".git/HEAD", "");
    const { errors, sources } = await open().refresh();
    expect(errors).toMatchObject([{ code: "USAGE", message: expect.stringMatching(/no config/) }]);
    expect(sources.files).toContain(project.file("proto-gen.config.ts"));
  });

  it("has sources: all that may be its configuration, profiles, the lock, and all files of its schemas", async () => {
    project = bundledProject({
      ...ofTargets({ only: { out: "./schemas/generated", platform: "https://agent.example/p" } }),
    });
    project.write("schemas/deep/node_modules/x.json", "{}");
    project.write("schemas/deep/more.json", "{}");
    project.write("schemas/generated/old.ts", "");
    const { sources } = await open().refresh();
    const names = (files: readonly string[]) =>
      files.map((file) => path.relative(project.path, file)).sort();
    const listed = listSourceFiles(sources);
    expect(names(listed.files)).toEqual([
      ...["package.json", "profile.json"],
      ...["js", "json", "mjs", "mts", "ts"].map((extension) => `proto-gen.config.${extension}`),
      ...["proto-gen.lock.json", "schemas/deep/more.json", "schemas/gift.json"],
    ]);
    expect(names(listed.directories)).toEqual(["schemas", "schemas/deep"]);
    expect(sources.passesOver(project.file("schemas/new/file.json"))).toBe(false);
    expect(sources.passesOver(project.file("schemas/generated/index.ts"))).toBe(true);
  });

  it("keeps what it watched while the configuration cannot be read", async () => {
    project = bundledProject();
    const opened = open();
    await opened.refresh();
    project.write("proto-gen.config.json", "{");
    const { errors, sources } = await opened.refresh();
    expect(errors).toHaveLength(1);
    expect(sources.directories).toContain(project.file("schemas"));
  });

  it("is generated with the options that the command line takes from the same configuration", () => {
    project = bundledProject();
    const all: readonly Settings[] = [
      { profile: "p.json" },
      {
        profile: "p.json",
        release: "1",
        whose: "another",
        strict: true,
        platform: "q.json",
        capabilities: ["a"],
        schemas: ["s"],
        facts: { a: "b" },
        development: true,
        payment: "none",
        out: "out",
        emitters: ["types"],
        code: { language: "js", importExtension: "js" },
        mcp: { schemas: "inline", descriptions: 1, results: true },
      },
    ];
    for (const settings of all) {
      const call = { flags: {}, args: [], config: { file: undefined } };
      const flags = generateCommand.configured?.(settings, call) as Partial<GenerateFlags>;
      const target = flagsTarget(generateCommand.parse(flags, []));
      expect(configuredTarget(settings, "proto-gen.config.json")).toEqual(target);
    }
  });
});
