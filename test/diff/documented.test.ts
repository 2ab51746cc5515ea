/** docs/diff.md says what is true: its JSON has the members that are printed, its ignore file is one. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Change, Comparison } from "../../src/diff/change.js";
import { parseIgnoreFile } from "../../src/diff/review/ignore-file.js";
import { jsonReport } from "../../src/diff/report/json-report.js";
import { RULES } from "../../src/diff/rules.js";
import { readDocument } from "../../src/load/document.js";
import { repository } from "../support/published.js";
import { comparison } from "./sample-comparison.js";

const PAGE = readFileSync(path.join(repository, "docs/diff.md"), "utf8");
const RULE_IDS = RULES.map(({ id }) => id);

/** The JSON blocks of the page, in order. */
const BLOCKS = [...PAGE.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => text);

describe("docs/diff.md", () => {
  it("shows JSON as it is printed", () => {
    const shown = JSON.parse(BLOCKS[0] ?? "") as Omit<Comparison, "role"> & {
      readonly changes: readonly Change[];
    };
    const printed = jsonReport(
      comparison(shown.changes, { before: shown.before, after: shown.after }),
    );
    expect(JSON.parse(printed)).toEqual(shown);
    for (const { rule } of shown.changes) expect(RULE_IDS).toContain(rule);
  });

  it("shows a file of ignored changes that is one", () => {
    const bytes = new TextEncoder().encode(BLOCKS[1] ?? "");
    const { entries, levels } = parseIgnoreFile(readDocument("x", "x", bytes), RULE_IDS);
    expect(entries).toHaveLength(1);
    expect(levels.size).toBe(2);
  });
});
