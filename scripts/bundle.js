/**
 * Bundles the generator's JavaScript into `dist`. tsc checks it and writes its declarations; a hundred small
 * modules take node longer to load than what they do takes, so what is loaded together is bundled together.
 */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import ts from "typescript";

/** The parts of the runtime that every run of the generator loads: some sixty small modules. */
const BUNDLED_PACKAGES = new Set(
  ["codegen/v1", "formats", "json", "negotiation", "schema", "vocabulary"].map(
    (part) => `@proto-gen/runtime/${part}`,
  ),
);

const packages = {
  name: "packages",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
      if (kind === "entry-point") return undefined;
      if (!BUNDLED_PACKAGES.has(name)) return { external: true };
      const directory = name.replace("@proto-gen/runtime", "src/runtime");
      return { path: path.resolve(directory, "index.ts"), sideEffects: false };
    });
  },
};

const OPTIONS = {
  outbase: "src",
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  plugins: [packages],
  logLevel: "warning",
  metafile: true,
};

/** @returns the files that were written, below `dist` and `test/suites/dist` */
export async function bundle() {
  const bundles = await Promise.all([
    build({
      ...OPTIONS,
      entryPoints: [
        "src/index.ts",
        "src/cli/main.ts",
        "src/generate.ts",
        // For tests that start its worker in a process of their own; it is not published.
        "src/emit/openapi/types/openapi-types.ts",
        "src/emit/openapi/types/worker.ts",
      ],
      outdir: "dist",
    }),
    // What a suite takes apart without going through a profile; the package has none of it.
    build({
      ...OPTIONS,
      entryPoints: [
        "src/emit/validators/standalone.ts",
        "src/json-schema/schema-set.ts",
        "src/model/lower.ts",
      ],
      outdir: "test/suites/dist",
    }),
  ]);
  return new Set(bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
}

/**
 * Removes what an earlier build left and nothing leads to any more: it would be published, too. tsc has
 * written its declarations by now.
 */
export function prune(outputs) {
  // Of the declarations, the library's users see what index.d.ts leads to.
  const declarations = reached("dist/index.d.ts");
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
