/** `docs/lint.md` is printed from the rules. `UPDATE_GOLDEN=1` rewrites it. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/lint/rules.js";
import { lintPage } from "../support/lint-page.js";
import { repository } from "../support/published.js";

const FILE = path.join(repository, "docs/lint.md");

describe("the page of lint", () => {
  it("is what the rules say", async () => {
    const page = await lintPage();
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(FILE, page);
    expect(readFileSync(FILE, "utf8")).toBe(page);
  });

  it("has links that lead somewhere", () => {
    const text = readFileSync(FILE, "utf8");
    const codes = readFileSync(path.join(repository, "docs/codes.md"), "utf8");
    const headings = (page: string): string[] =>
      [...page.matchAll(/^### (.*)$/gm)].map(([, name = ""]) =>
        name.replaceAll("\\", "").toLowerCase(),
      );
    const links = [...text.matchAll(/\]\((codes\.md)?#([\w-]+)\)/g)];
    expect(links).toHaveLength(RULES.length);
    for (const [, page, name] of links)
      expect(headings(page === undefined ? text : codes)).toContain(name);
  });
});
