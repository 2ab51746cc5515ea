/**
 * Builds the generator's JavaScript. tsc checks it and writes its declarations; a hundred small modules
 * take node longer to load than what they do takes, so that what is loaded together is bundled together.
 */

import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const CHUNKS = "dist/chunks";

const { metafile } = await build({
  entryPoints: [
    "src/index.ts",
    "src/cli/main.ts",
    "src/generate.ts",
    "src/emit/openapi/types/openapi-types.ts",
    "src/emit/openapi/types/worker.ts",
    // What tests take apart without going through a profile.
    "src/emit/validators/standalone.ts",
    "src/json-schema/schema-set.ts",
    "src/model/lower.ts",
  ],
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
  metafile: true,
});

// Chunks are named after their content: those of earlier builds would be published too.
for (const name of readdirSync(CHUNKS)) {
  const file = path.posix.join(CHUNKS, name);
  if (!(file in metafile.outputs)) rmSync(file);
}
