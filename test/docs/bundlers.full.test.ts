/** The configurations of `docs/guide/bundlers.md`, in a project of their own. */

import { pathToFileURL } from "node:url";
import path from "node:path";
import { rollup, type OutputOptions, type RollupOptions } from "rollup";
import { build, type UserConfig } from "vite";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import webpack from "webpack";
import { bundledProject, type BundledProject } from "../support/bundled-project.js";
import { codeBlock, inDirectory, strictProblems } from "../support/documentation.js";
import { repository } from "../support/published.js";

const PAGE = "docs/guide/bundlers.md";

let project: BundledProject;
const made: BundledProject[] = [];

beforeEach(() => {
  project = bundledProject();
  made.push(project);
});
afterAll(() => {
  for (const each of made) each.remove();
});

/** Runs a module of the page, with the plugin's source. */
async function run(language: string, mark: string, name: string): Promise<unknown> {
  const source = path.join(repository, "src/bundler/plugin.ts");
  const code = codeBlock(PAGE, language, mark).replace("proto-gen/bundler", source);
  // esbuild's working directory is the one in which this process first loaded it.
  const root = `absWorkingDir: ${JSON.stringify(project.path)}, entryPoints`;
  project.write(name, code.replace("entryPoints", root));
  const url = pathToFileURL(project.file(name)).href;
  const { default: exported } = (await import(url)) as { readonly default: unknown };
  return exported;
}

describe("the page on bundlers", () => {
  it("has a configuration of Vite that builds", async () => {
    const config = (await run("ts", 'from "vite"', "vite.config.ts")) as UserConfig;
    await build({
      ...config,
      root: project.path,
      configFile: false,
      logLevel: "silent",
      build: { ssr: project.entry },
    });
    expect(project.read("dist/main.js")).toContain("console.log");
    expect(project.read("generated/manifest.json")).toContain("proto-gen");
    const file = project.file("types.ts");
    project.write(
      "types.ts",
      codeBlock(PAGE, "ts", 'from "vite"').replace(
        "proto-gen/bundler",
        path.join(repository, "dist/bundler/plugin.js"),
      ),
    );
    expect(strictProblems([file], { skipLibCheck: true })).toEqual([]);
  });

  it("has a configuration of Rollup that builds", async () => {
    await inDirectory(project.path, async () => {
      const config = (await run("js", "rollup.config.js", "rollup.config.js")) as RollupOptions;
      const bundle = await rollup(config);
      await bundle.write(config.output as OutputOptions);
    });
    expect(project.read("dist/main.js")).toContain("gift_note");
  });

  it("has a configuration of webpack that builds", async () => {
    const config = (await run("js", "webpack.config.js", "webpack.config.js")) as object;
    const compiler = webpack({
      ...config,
      context: project.path,
      target: "node",
      output: { path: project.file("dist") },
    });
    const errors = await new Promise((resolve, reject) =>
      compiler.run((error, stats) => (error ? reject(error) : resolve(stats?.compilation.errors))),
    );
    expect(errors).toEqual([]);
    expect(project.read("dist/main.js")).toContain("gift_note");
  });

  it("has a program for esbuild that builds", async () => {
    await inDirectory(project.path, () => run("js", "build.js", "build.js"));
    expect(project.read("dist/main.js")).toContain("gift_note");
  });

  it("shows the error that a build has", async () => {
    project.damage();
    await inDirectory(project.path, async () => {
      const config = (await run("js", "rollup.config.js", "rollup.config.js")) as RollupOptions;
      const shown = codeBlock(PAGE, "text", "LOAD_REF_UNRESOLVED").trim();
      await expect(rollup(config)).rejects.toThrow(shown);
    });
  });
});
