/**
 * Bundles the generator's JavaScript into `dist`. tsc checks it and writes its declarations; a hundred small
 * modules take node longer to load than what they do takes, so what is loaded together is bundled together.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "rolldown";
import ts from "typescript";
import { bundledLicenses } from "./bundled-licenses.js";

/** The parts of the runtime that every run of the generator loads: some sixty small modules. */
const BUNDLED_PACKAGES = new Set(
  ["codegen/generator", "codegen/v1", "json", "negotiation", "schema"].map(
    (part) => `@proto-gen/runtime/${part}`,
  ),
);

/**
 * Packages that are installed beside ours. Libraries that are not among them, and what those need, are bundled
 * (docs/adr/0109-what-an-install-brings.md).
 */
const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const INSTALLED = Object.keys({ ...dependencies, ...peerDependencies });

const packages = {
  name: "packages",
  resolveId: {
    filter: { id: /^[^./]/ },
    handler(name, importer) {
      if (importer === undefined) return undefined;
      if (!BUNDLED_PACKAGES.has(name))
        return INSTALLED.includes(packageName(name)) ? { id: name, external: true } : undefined;
      const directory = name.replace("@proto-gen/runtime", "src/runtime");
      return { id: path.resolve(directory, "index.ts"), moduleSideEffects: false };
    },
  },
};

function packageName(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/**
 * Each group becomes one file: its modules and all that they import, without what an earlier group has. A command that
 * needs a part of a file loads all of it. Without groups, the bundler would make one file of the modules that the same
 * entries reach, and a run would load sixty files.
 */
const GROUPS = Object.entries({
  // What the worker needs beside its libraries, which load when `print-openapi-types` does.
  shared: [
    "emit/openapi/types/prepare-document",
    "emit/openapi/types/simplify-type",
    "require-package",
    "source/banner",
    "source/layout/normalise",
    "source/layout/parse",
    "source/layout/print",
  ],
  // What the library has in common with the command line, which loads commander.
  reports: [
    ...["config/read-configuration", "load/named-file", "load/roots", "target/target-sources"],
    ...[
      "cli/report",
      "cli/reporter",
      "emit/code-form",
      "emit/descriptor-form",
      "emit/emitter-names",
      "text/nearest",
    ],
    "write/manifest",
  ],
  "command-line": ["cli/failure", "cli/host", "cli/program"],
  // A run that has nothing to do.
  "up-to-date": ["cli/commands/generate/run"],
  // What emitters of others are written with: a configuration file loads it before it is known whether there is work.
  emitter: ["emit/v1"],
  generation: ["cli/commands/generate/full-run", "emit/emit", "interpret"],
}).map(([name, roots], index, { length }) => {
  const files = new Set(roots.map((root) => path.resolve("src", `${root}.ts`)));
  return { name, priority: length - index, test: (id) => files.has(path.normalize(id)) };
});

/** Of what is bundled, in the package. */
const LICENSES = "dist/third-party-licenses.txt";

/** @returns the files that were written, below `dist` and `test/suites/dist` */
export async function bundle() {
  const [published, forTests] = await Promise.all([
    bundleInto("dist", [
      "index",
      "bundler/plugin",
      "cli/main",
      "config/config",
      "generate",
      "emit/v1",
      "mock/open-mock",
      // For tests that start its worker in a process of their own; it is not published.
      "emit/openapi/types/openapi-types",
      "emit/openapi/types/worker",
      // A process that shell completion starts.
      "cli/completion/configured-targets",
    ]),
    // What a suite takes apart without going through a profile; the package has none of it.
    bundleInto("test/suites/dist", [
      "emit/validators/standalone",
      "json-schema/schema-set",
      "model/lower",
    ]),
  ]);
  writeFileSync(LICENSES, bundledLicenses(published.modules));
  return new Set([LICENSES, ...published.files, ...forTests.files]);
}

async function bundleInto(directory, entries) {
  const { output } = await build({
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    platform: "node",
    plugins: [packages],
    transform: { target: "node20" },
    output: {
      dir: directory,
      format: "esm",
      chunkFileNames: "chunks/[name]-[hash].js",
      codeSplitting: { groups: GROUPS },
      comments: { jsdoc: false },
    },
  });
  return {
    files: output.map(({ fileName }) => `${directory}/${fileName}`),
    modules: output
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .map((id) => id.replaceAll("\\", "/")),
  };
}

/**
 * Removes what an earlier build left and nothing leads to any more: it would be published, too. tsc has
 * written its declarations by now.
 */
export function prune(outputs) {
  // Of the declarations, the library's users see what index.d.ts leads to.
  const declarations = new Set([
    ...reached("dist/index.d.ts"),
    ...reached("dist/bundler/plugin.d.ts"),
    ...reached("dist/config/config.d.ts"),
    ...reached("dist/mock/open-mock.d.ts"),
    ...reached("dist/emit/v1.d.ts"),
  ]);
  pruneBelow("dist", (file) => outputs.has(file) || declarations.has(file));
  pruneBelow("test/suites/dist", (file) => outputs.has(file));
  const modules = new Set(filesIn("src/runtime").filter((file) => /(?<!\.d)\.ts$/.test(file)));
  pruneBelow(
    "src/runtime/dist",
    (file) => file.endsWith(".tsbuildinfo") || modules.has(sourceOf(file)),
  );
}

function sourceOf(file) {
  return file.replace("/dist/", "/").replace(/(\.d\.ts|\.js)$/, ".ts");
}

/** The declarations that one leads to, and itself. */
function reached(entry) {
  const found = new Set([entry]);
  for (const file of found)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles)
      if (fileName.startsWith("."))
        found.add(path.posix.join(path.posix.dirname(file), fileName.replace(/\.js$/, ".d.ts")));
  return found;
}

function pruneBelow(directory, isNeeded) {
  for (const file of filesIn(directory)) if (!isNeeded(file)) rmSync(file);
}

function filesIn(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join("/"));
}
