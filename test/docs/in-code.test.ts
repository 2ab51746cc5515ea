/** The programs of `docs/guide/in-code.md` compile, and print what the page shows. */

import { cpSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import {
  codeBlock,
  codeBlocks,
  inDirectory,
  pageDirectory,
  readPage,
  strictProblems,
} from "../support/documentation.js";
import { repository } from "../support/published.js";

const PAGE = "docs/guide/in-code.md";

const SOURCES = { paths: { "proto-gen": ["./src/index.ts"] } };

describe("the code of In code", () => {
  const folder = pageDirectory("in-code");
  for (const name of ["profile.json", "schemas"])
    cpSync(path.join(repository, name), path.join(folder.path, name), { recursive: true });

  /** The program with the mark, and what it printed. */
  async function printed(mark: string): Promise<string> {
    const file = folder.write(`${mark}.ts`, codeBlock(PAGE, "ts", `${mark}(`));
    const lines: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((text) => void lines.push(`${text}\n`));
    const warn = vi
      .spyOn(console, "warn")
      .mockImplementation((text) => void lines.push(`${text}\n`));
    try {
      await inDirectory(folder.path, () => import(pathToFileURL(file).href));
    } finally {
      log.mockRestore();
      warn.mockRestore();
    }
    return lines.join("");
  }

  const outputs = codeBlocks(readPage(PAGE)).filter(({ language }) => language === "text");

  it.each(
    ["writeTree", "compileValidator", "diff", "lint"].map((mark, index) => [mark, index] as const),
  )("prints what %s gives", async (mark, index) => {
    expect(await printed(mark)).toBe(outputs[index]?.code);
  });

  it("compiles", () => {
    const files = ["writeTree", "compileValidator", "diff", "lint"].map((mark) =>
      folder.write(`${mark}.ts`, codeBlock(PAGE, "ts", `${mark}(`)),
    );
    expect(strictProblems(files, SOURCES)).toEqual([]);
  });
});
