/** What a bundler makes of a client: what validates is a part of its own, loaded by nobody who does not. */

import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { repository } from "../support/published.js";

const ENTRY = `export { createClient } from "./generated/client.js";`;

it("is at most 12 kB without what validates", async () => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: repository },
    absWorkingDir: repository,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    outdir: "out",
    metafile: true,
    write: false,
  });
  const [name, main] =
    Object.entries(metafile.outputs).find(([each]) => each.endsWith("stdin.js")) ?? [];
  const kinds = new Set(main?.imports.map(({ kind }) => kind));
  // A static import of a part would be loaded with the main one.
  expect(kinds).toEqual(new Set(["dynamic-import"]));
  const sources = Object.keys(main?.inputs ?? {});
  expect(sources.filter((source) => /\/(schema|schemas|capabilities)\//.test(source))).toEqual([]);
  const text = outputFiles.find(({ path }) => path.endsWith(name ?? "?"))?.text ?? "";
  const gzipped = (content: string): number => gzipSync(content, { level: 9 }).length;
  expect(gzipped(text)).toBeLessThanOrEqual(12_000);
  expect(text).toContain("checkout-sessions");
  // The check of a profile (§1.9), which every client loads as well; not what reads a profile again after a minute or more.
  const check = outputFiles.find(({ path }) => /\/authority-\w+\.js$/.test(path))?.text ?? "";
  expect(gzipped(text) + gzipped(check)).toBeLessThanOrEqual(12_500);
  expect(check).toContain("authority for its name");
});
