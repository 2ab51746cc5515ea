/** `docs/budgets.md` is what the table says. `UPDATE_GOLDEN=1` writes it anew. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { budgetsPage } from "../support/budgets-page.js";
import { repository } from "../support/published.js";

const FILE = path.join(repository, "docs/budgets.md");

it("the page of budgets is what the table says", async () => {
  const page = await budgetsPage();
  if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(FILE, page);
  expect(readFileSync(FILE, "utf8")).toBe(page);
});
