/** `docs/codes.md` is printed from the table of codes. `UPDATE_GOLDEN=1` rewrites it. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CODES } from "../../src/errors.js";
import { codesPage } from "../support/codes-page.js";
import { repository } from "../support/published.js";

const FILE = path.join(repository, "docs/codes.md");

describe("the page of codes", () => {
  it("is what the table says", async () => {
    const page = await codesPage();
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(FILE, page);
    expect(readFileSync(FILE, "utf8")).toBe(page);
  });

  it("has a heading for every code, to which a link can lead", () => {
    const headings = [...readFileSync(FILE, "utf8").matchAll(/^### (.*)$/gm)];
    const names = headings.map(([, name = ""]) => name.replaceAll("\\", ""));
    expect(names.sort()).toEqual(Object.keys(CODES).sort());
  });
});
