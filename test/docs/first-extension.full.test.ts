/** `docs/guide/first-extension.md`, step by step, in a folder that has nothing but the files of the page. */

import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  codeBlock,
  expectExcerpts,
  filesOf,
  inDirectory,
  pageDirectory,
  shownOutput,
  strictProblems,
  type PageDirectory,
} from "../support/documentation.js";
import { published, publishedRelease, PUBLISHED_HOST } from "../support/published.js";
import { runTool } from "../support/release.js";

const PAGE = "docs/guide/first-extension.md";

let folder: PageDirectory;

describe("the first extension", () => {
  beforeAll(() => {
    folder = pageDirectory("first-extension");
    const files = filesOf(PAGE);
    expect([...files.keys()]).toEqual([
      ...["schemas/gift.json", "profile.json", "proto-gen.config.ts"],
      ...["business.ts", "platform.ts", "tsconfig.json"],
    ]);
    for (const [name, content] of files) folder.write(name, content);
  });

  it("is accepted by lint", async () => {
    const { args, output } = shownOutput(PAGE, "lint");
    expect(await inDirectory(folder.path, () => runTool(args))).toEqual({
      code: 0,
      out: output,
      err: "",
    });
  });

  it("generates the files that the page counts", async () => {
    const { args, output } = shownOutput(PAGE, "");
    const { code, err } = await inDirectory(folder.path, () => runTool(args));
    expect({ code, err }).toEqual({ code: 0, err: output });
  });

  it("is what inspect shows", async () => {
    const { args, output } = shownOutput(PAGE, "inspect");
    const { code, out } = await inDirectory(folder.path, () => runTool(args));
    expect(code).toBe(0);
    expectExcerpts(out, output);
  });

  it("compiles with the page's tsconfig.json, and under the strictest options", () => {
    const files = ["business.ts", "platform.ts"].map((name) => path.join(folder.path, name));
    const { compilerOptions } = JSON.parse(codeBlock(PAGE, "json", "compilerOptions")) as {
      compilerOptions: object;
    };
    const { outDir: _, ...options } = compilerOptions as { outDir: string };
    expect(strictProblems(files, options)).toEqual([]);
    expect(strictProblems(files)).toEqual([]);
  });

  it("is served by the business and used by the client", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    try {
      const platform = pathToFileURL(path.join(folder.path, "platform.ts")).href;
      await inDirectory(folder.path, () => import(platform));
      expect(log.mock.calls.map((words) => words.join(" ")).join("\n")).toBe(
        codeBlock(PAGE, "text", "Happy birthday").trim(),
      );
    } finally {
      log.mockRestore();
    }
  });
});

const RELEASE = "2026-04-08";

/** The page's names, URLs and versions, as the release has them. */
const RELEASE_WORDS: readonly (readonly [string, string])[] = [
  ["https://proto.dev/schemas/2026-11-27/services", `${PUBLISHED_HOST}/services`],
  ["https://proto.dev/schemas/2026-11-27", `${PUBLISHED_HOST}/schemas`],
  ["https://proto.dev/specification", `${PUBLISHED_HOST}/specification`],
  ["2026-11-27", RELEASE],
  ["dev.proto.", "dev.ucp."],
  ["proto_request", "ucp_request"],
  ['"proto": {', '"ucp": {'],
];

describe.skipIf(published === undefined)("the first extension of a published release", () => {
  it("compiles, and is served by the business and used by the client", async () => {
    const { path: directory, write } = pageDirectory("first-extension-published");
    const [root] = publishedRelease(RELEASE).schemas;
    const named = `"./schemas=https://example.com/schemas"`;
    for (const [name, content] of filesOf(PAGE)) {
      const words = name.endsWith(".json") ? RELEASE_WORDS : [];
      const text = words.reduce((before, [from, to]) => before.replaceAll(from, to), content);
      write(name, text.replace(named, `${named}, "vendor:${root?.directory}=${PUBLISHED_HOST}"`));
    }
    const { code, err } = await inDirectory(directory, () => runTool([]));
    expect(code, err).toBe(0);
    const [business, platform] = ["business.ts", "platform.ts"].map((name) =>
      path.join(directory, name),
    ) as [string, string];
    expect(strictProblems([business, platform])).toEqual([]);
    const log = vi.spyOn(console, "log").mockReturnValue();
    try {
      await inDirectory(directory, () => import(pathToFileURL(platform).href));
      expect(log.mock.calls).toEqual([["ready_for_complete", "Happy birthday"]]);
    } finally {
      log.mockRestore();
    }
  }, 120_000);
});
