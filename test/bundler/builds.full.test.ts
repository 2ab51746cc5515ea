/** The plugin in the real bundlers: a build, an error with its place, and a watch. */

import { rmSync } from "node:fs";
import * as esbuild from "esbuild";
import { rolldown, watch as watchRolldown } from "rolldown";
import { rollup, watch as watchRollup } from "rollup";
import { build as buildVite } from "vite";
import { afterEach, describe, expect, it, vi } from "vitest";
import webpack from "webpack";
import { protoGen } from "../../src/bundler/plugin.js";
import { bundledProject, hasLimit, type BundledProject } from "../support/bundled-project.js";

/** What a build found. */
interface Outcome {
  readonly errors: readonly string[];
}

interface Watching {
  /** Waits for a build that ends like this. */
  until(isWanted: (outcome: Outcome) => boolean): Promise<Outcome>;
  /** How many builds have ended. */
  count(): number;
  close(): Promise<unknown>;
}

interface Bundler {
  /** Writes `dist/main.js`. */
  build(project: BundledProject): Promise<Outcome>;
  watch(project: BundledProject): Promise<Watching>;
}

interface BuildError {
  readonly message: string;
  readonly file?: string;
  readonly loc?: {
    readonly file?: string;
    readonly line?: number;
    readonly start?: { readonly line: number };
  };
  /** Those of Rolldown. */
  readonly errors?: readonly BuildError[];
}

/** `file:line message`, of the members that bundlers show. */
function textsOf(error: unknown): readonly string[] {
  const { message, loc, file, errors } = error as BuildError;
  if (errors !== undefined) return errors.flatMap(textsOf);
  return [`${loc?.file ?? file ?? ""}:${loc?.line ?? loc?.start?.line ?? ""} ${message}`];
}

async function attempt(action: () => Promise<unknown>): Promise<Outcome> {
  try {
    await action();
    return { errors: [] };
  } catch (error) {
    return { errors: textsOf(error) };
  }
}

/** Collects outcomes, and hands them to whoever waits. */
function outcomes(close: () => unknown): Watching & { add(outcome: Outcome): void } {
  const all: Outcome[] = [];
  let next = 0;
  return {
    add: (outcome) => void all.push(outcome),
    count: () => all.length,
    async until(isWanted) {
      return vi.waitUntil(
        () => {
          while (next < all.length) {
            const outcome = all[next++];
            if (outcome !== undefined && isWanted(outcome)) return outcome;
          }
          return undefined;
        },
        { timeout: 60_000, interval: 20 },
      );
    },
    close: async () => close(),
  };
}

/** The plugin hides that generated modules import one another; what a bundler still warns of ends the test. */
function failOnWarning(level: string, { message }: { readonly message: string }): void {
  if (level === "warn") throw new Error(message);
}

/** Rollup has no root but the working directory. */
function options(project: BundledProject) {
  return { config: project.file("proto-gen.config.json") };
}

const EXTERNAL = /^@proto-gen\/runtime/;

const BUNDLERS: Readonly<Record<string, Bundler>> = {
  rollup: {
    build: (project) =>
      attempt(async () => {
        const bundle = await rollup({
          onLog: failOnWarning,
          input: project.entry,
          external: EXTERNAL,
          plugins: [protoGen.rollup(options(project))],
        });
        await bundle.write({ file: project.file("dist/main.js") });
      }),
    async watch(project) {
      const watcher = watchRollup({
        input: project.entry,
        external: EXTERNAL,
        output: { file: project.file("dist/main.js") },
        plugins: [protoGen.rollup(options(project))],
      });
      const watching = outcomes(() => watcher.close());
      watcher.on("event", (event) => {
        if (event.code === "BUNDLE_END") watching.add({ errors: [] });
        if (event.code === "ERROR") watching.add({ errors: textsOf(event.error) });
        if ("result" in event) void event.result?.close();
      });
      return watching;
    },
  },
  rolldown: {
    build: (project) =>
      attempt(async () => {
        const bundle = await rolldown({
          onLog: failOnWarning,
          input: project.entry,
          external: EXTERNAL,
          plugins: [protoGen.rolldown(options(project))],
        });
        await bundle.write({ file: project.file("dist/main.js") });
      }),
    async watch(project) {
      const watcher = watchRolldown({
        input: project.entry,
        external: EXTERNAL,
        output: { file: project.file("dist/main.js") },
        plugins: [protoGen.rolldown(options(project))],
      });
      const watching = outcomes(() => watcher.close());
      watcher.on("event", (event) => {
        if (event.code === "BUNDLE_END") watching.add({ errors: [] });
        if (event.code === "ERROR") watching.add({ errors: textsOf(event.error) });
        if ("result" in event) void event.result?.close();
      });
      return watching;
    },
  },
  vite: {
    build: (project) =>
      attempt(() =>
        buildVite({
          ...viteOptions(project),
          plugins: [protoGen.vite()],
        }),
      ),
    async watch(project) {
      const watcher = await buildVite({
        ...viteOptions(project, {}),
        plugins: [protoGen.vite()],
      });
      if (!("on" in watcher)) throw new Error("nothing is watched");
      const watching = outcomes(() => watcher.close());
      watcher.on("event", (event) => {
        if (event.code === "BUNDLE_END") watching.add({ errors: [] });
        if (event.code === "ERROR") watching.add({ errors: textsOf(event.error) });
        if ("result" in event) void event.result?.close();
      });
      return watching;
    },
  },
  webpack: {
    async build(project) {
      const compiler = webpack(webpackOptions(project));
      const outcome = await new Promise<Outcome>((resolve, reject) =>
        compiler.run((error, stats) => (error ? reject(error) : resolve(webpackOutcome(stats)))),
      );
      await new Promise((resolve) => compiler.close(resolve));
      return outcome;
    },
    async watch(project) {
      const compiler = webpack(webpackOptions(project));
      const watcher = compiler.watch({ aggregateTimeout: 20 }, (error, stats) =>
        watching.add(error ? { errors: textsOf(error) } : webpackOutcome(stats)),
      );
      const watching = outcomes(() => new Promise((resolve) => watcher?.close(resolve)));
      return watching;
    },
  },
  esbuild: {
    async build(project) {
      try {
        const { warnings } = await esbuild.build(esbuildOptions(project));
        return { errors: warnings.map(({ text }) => text) };
      } catch (error) {
        return esbuildOutcome(error as esbuild.BuildFailure);
      }
    },
    async watch(project) {
      const given = esbuildOptions(project);
      const context = await esbuild.context({
        ...given,
        plugins: [
          ...(given.plugins ?? []),
          {
            name: "ends",
            setup: (build) => build.onEnd((result) => watching.add(esbuildOutcome(result))),
          },
        ],
      });
      const watching = outcomes(() => context.dispose());
      await context.watch();
      return watching;
    },
  },
};

function viteOptions(project: BundledProject, watch?: object) {
  return {
    root: project.path,
    configFile: false as const,
    logLevel: "silent" as const,
    build: {
      outDir: "dist",
      minify: false,
      watch: watch ?? null,
      lib: { entry: project.entry, formats: ["es" as const], fileName: () => "main.js" },
      rolldownOptions: { external: EXTERNAL },
    },
  };
}

function webpackOptions(project: BundledProject): webpack.Configuration {
  return {
    context: project.path,
    mode: "development",
    devtool: false,
    entry: project.entry,
    externalsType: "module",
    externals: [
      ({ request }, callback) =>
        callback(undefined, EXTERNAL.test(request ?? "") ? request : undefined),
    ],
    experiments: { outputModule: true },
    output: { path: project.file("dist"), filename: "main.js", module: true },
    plugins: [protoGen.webpack()],
  };
}

function webpackOutcome(stats: webpack.Stats | undefined): Outcome {
  return { errors: (stats?.compilation.errors ?? []).flatMap(textsOf) };
}

function esbuildOptions(project: BundledProject): esbuild.BuildOptions {
  return {
    absWorkingDir: project.path,
    bundle: true,
    packages: "external",
    format: "esm",
    logLevel: "silent",
    entryPoints: [project.entry],
    outfile: project.file("dist/main.js"),
    plugins: [protoGen.esbuild()],
  };
}

function esbuildOutcome({ errors }: Pick<esbuild.BuildResult, "errors">): Outcome {
  return {
    errors: errors.map(
      ({ text, location }) => `${location?.file ?? ""}:${location?.line ?? ""} ${text}`,
    ),
  };
}

let project: BundledProject;
let watching: Watching | undefined;

afterEach(async () => {
  await watching?.close();
  watching = undefined;
  project.remove();
});

/** A bundler's own watcher may begin some time after its first build, and loses what was edited before. */
async function editUntilGenerated(project: BundledProject, limit: number): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt++) {
    project.limit(limit);
    const isGenerated = vi.waitUntil(() => hasLimit(project, limit), 8_000);
    if (await isGenerated.catch(() => false)) return;
  }
  expect(hasLimit(project, limit)).toBe(true);
}

describe.each(Object.entries(BUNDLERS))("%s", (_name, bundler) => {
  it("generates before it resolves the first module", async () => {
    project = bundledProject();
    expect(await bundler.build(project)).toEqual({ errors: [] });
    expect(hasLimit(project, 200)).toBe(true);
  });

  it("ends a build with the place of an error", async () => {
    project = bundledProject();
    project.damage();
    const { errors } = await bundler.build(project);
    expect(errors.join("\n")).toMatch(/schemas\/gift\.json:11 .*chekout\.json.*did you mean/s);
  });

  it("generates again after an edit, reports an error, and goes on once it is fixed", async () => {
    project = bundledProject();
    watching = await bundler.watch(project);
    await watching.until(({ errors }) => errors.length === 0);
    expect(hasLimit(project, 200)).toBe(true);

    await editUntilGenerated(project, 100);

    project.damage();
    const { errors } = await watching.until((outcome) => outcome.errors.length > 0);
    expect(errors.join("\n")).toContain("chekout.json");

    await editUntilGenerated(project, 50);
  });

  it("builds no more once nothing changes", async () => {
    project = bundledProject();
    watching = await bundler.watch(project);
    await watching.until(({ errors }) => errors.length === 0);
    await editUntilGenerated(project, 100);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const before = watching.count();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(watching.count()).toBe(before);
  });

  it("watches for a schema that is missing", async () => {
    project = bundledProject();
    const schema = project.read("schemas/gift.json");
    rmSync(project.file("schemas/gift.json"));
    project.write("schemas/README.md", "");
    watching = await bundler.watch(project);
    await watching.until((outcome) => outcome.errors.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    project.write("schemas/gift/v1.json", schema);
    await watching.until(({ errors }) => errors.length === 0);
    expect(hasLimit(project, 200)).toBe(true);
  });
});
