/** The emitter of `docs/guide/own-emitter.md` compiles, and so does what it writes; it writes what the page shows. */

import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { compileProblems } from "../support/compile.js";
import { codeBlock, inDirectory, pageDirectory, strictProblems } from "../support/documentation.js";
import { repository } from "../support/published.js";
import { runTool } from "../support/release.js";

const PAGE = "docs/guide/own-emitter.md";

const SOURCES = {
  paths: {
    "proto-gen": ["./src/index.ts"],
    "proto-gen/config": ["./src/config/config.ts"],
    "proto-gen/emitter/v1": ["./src/emit/v1.ts"],
  },
};

describe("the emitter of Your own emitter", () => {
  const folder = pageDirectory("own-emitter");
  cpSync(path.join(repository, "profile.json"), path.join(folder.path, "profile.json"));
  const emitter = folder.write("member-names.ts", codeBlock(PAGE, "ts", "memberNames(): Emitter"));
  const program = folder.write("generate.ts", codeBlock(PAGE, "ts", "writeTree("));
  const config = folder.write("proto-gen.config.ts", codeBlock(PAGE, "ts", "defineConfig("));

  it("compiles", () => {
    expect(strictProblems([emitter, program, config], SOURCES)).toEqual([]);
  });

  it("writes what the page shows, which compiles", async () => {
    await inDirectory(folder.path, () => import(pathToFileURL(program).href));
    const module = "generated/member-names/capabilities/dev/proto/shopping/checkout.ts";
    const file = path.join(folder.path, module);
    expect(readFileSync(file, "utf8")).toContain(codeBlock(PAGE, "text", "export const"));
    expect(compileProblems({ files: [file] })).toEqual([]);
    const manifest = readFileSync(path.join(folder.path, "generated/manifest.json"), "utf8");
    expect(manifest).toContain(module.replace("generated/", ""));
    const { code, err } = await inDirectory(folder.path, () => runTool(["--check"]));
    expect(code, err).toBe(0);
  });
});
