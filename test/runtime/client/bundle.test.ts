/** What a bundler makes of a client: what validates is a part of its own, loaded by nobody who does not. */

import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { repository } from "../../support/published.js";

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
  /** The modules that are loaded with one, and itself. */
  function loadedWith(name: string): string[] {
    const needed = (metafile.outputs[name]?.imports ?? []).filter(
      ({ kind }) => kind === "import-statement",
    );
    return [...new Set([name, ...needed.flatMap(({ path }) => loadedWith(path))])];
  }
  const text = (name: string): string =>
    outputFiles.find(({ path }) => path.endsWith(name))?.text ?? "";
  const bytes = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + gzipSync(text(name), { level: 9 }).length, 0);
  const outputs = Object.keys(metafile.outputs);
  const main = loadedWith(outputs.find((each) => each.endsWith("stdin.js")) ?? "?");
  const sources = main.flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}));
  const others = /\/(schema|schemas|capabilities|negotiation|profile)\//;
  expect(sources.filter((source) => others.test(source))).toEqual([]);
  expect(bytes(main)).toBeLessThanOrEqual(12_000);
  expect(main.map(text).join("")).toContain("checkout-sessions");
  // What reads a profile (§1.9, §2.1, §9), which most clients load as well; not what reads one again after a minute or more, nor
  // what follows a business to the profile of an earlier release.
  const reader = outputs.find((each) => /\/live-profile-\w+\.js$/.test(each)) ?? "?";
  const whole = [...new Set([...main, ...loadedWith(reader)])];
  expect(bytes(whole)).toBeLessThanOrEqual(15_800);
  expect(whole.map(text).join("")).toContain("authority for its name");
  const late = ["renewal", "supported-version"].map((name) =>
    outputs.find((each) => each.includes(`/${name}-`)),
  );
  expect(whole.filter((name) => late.includes(name))).toEqual([]);
  expect(late).not.toContain(undefined);
});
