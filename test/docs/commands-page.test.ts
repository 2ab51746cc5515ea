/** `docs/guide/commands.md` is the output of `--help`. `UPDATE_GOLDEN=1` writes it anew. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { commandNames, commandsPage, helpOf } from "../support/commands-page.js";
import { readPage } from "../support/documentation.js";
import { repository } from "../support/published.js";

const PAGE = "docs/guide/commands.md";

describe("the page of commands", () => {
  it("is the output of --help", async () => {
    const page = await commandsPage();
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "")
      writeFileSync(path.join(repository, PAGE), page);
    expect(readPage(PAGE)).toBe(page);
  });

  it("has a section for each command, and every exit code", async () => {
    const help = await helpOf([]);
    const names = commandNames(help);
    expect(names).toContain("generate");
    const page = readPage(PAGE);
    for (const name of names) expect(page).toContain(`\n## ${name}\n`);
    const [, codes = ""] = help.split("Exit codes:\n");
    const expected = [...codes.matchAll(/^ +(\d+) {2}/gm)].map(([, code]) => code);
    const listed = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => code);
    expect(expected.length).toBeGreaterThan(4);
    expect(listed).toEqual(expected);
  });
});

/** The examples of `generate` are those of the tool; `init` has none of its options in them. */
const WITH_EXAMPLES = commandNames(await helpOf([])).filter(
  (name) => name !== "generate" && name !== "init",
);

describe("a command's help", () => {
  it.each(WITH_EXAMPLES)("%s has examples that name its options only", async (name) => {
    const [options = "", examples = ""] = (await helpOf([name])).split("\nExamples:\n");
    expect(examples).toContain(`$ proto-gen ${name} `);
    for (const [flag] of examples.matchAll(/(?<![\w-])--[a-z]+/g))
      expect(`${options} --help`).toContain(flag);
  });
});
