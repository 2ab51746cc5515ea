/** A migration note, read back by a parser of Markdown that did not print it. */

import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { describe, expect, it } from "vitest";
import { markdownReport } from "../../../src/diff/report/markdown-report.js";
import { oneLine } from "../../../src/text/one-line.js";
import { expectGolden } from "../../support/golden.js";
import {
  change,
  comparison,
  HOSTILE,
  hostileChange,
  REQUIRED,
  SAMPLE,
} from "../sample-comparison.js";
import { REPORTS } from "./golden-reports.js";

function nodesOf(markdown: string): readonly Nodes[] {
  const root = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const all: Nodes[] = [root];
  for (const node of all) if ("children" in node) all.push(...node.children);
  return all;
}

function values(nodes: readonly Nodes[], type: "text" | "inlineCode" | "html"): readonly string[] {
  return nodes.flatMap((node) => (node.type === type ? [node.value] : []));
}

describe("a migration note", () => {
  it("says what platforms and what businesses have to look at, safe changes folded", () => {
    expectGolden(REPORTS, "report.md", markdownReport(SAMPLE));
  });

  it("is one line where nothing has changed", () => {
    expect(markdownReport(comparison([]))).toBe(
      "# From 2026-11-20 to git:main:schemas (draft)\n\nThere are no changes.\n",
    );
  });

  it("is for the role alone that was asked for", () => {
    const note = markdownReport(comparison([REQUIRED], { role: "platform" }));
    expect(note).toContain("### Platforms");
    expect(note).not.toMatch(/businesses/i);
    const other = markdownReport(comparison([REQUIRED], { role: "business" }));
    expect(other).not.toContain("###");
    expect(other).toContain("<summary>1 safe change</summary>");
  });

  it.each(HOSTILE)("has %j as text, and nothing of it as markup", (hostile) => {
    const changes = [
      hostileChange(hostile),
      { ...hostileChange(hostile), level: "safe", levels: { platform: "safe", business: "safe" } },
    ] as const;
    const side = { name: hostile, source: hostile, version: hostile };
    const note = markdownReport(comparison(changes, { before: side, after: side }));
    const nodes = nodesOf(note);
    const shown = oneLine(hostile).trim();
    expect(values(nodes, "html")).toEqual([
      "<details>\n<summary>1 safe change</summary>",
      "</details>",
    ]);
    const types = new Set(nodes.map(({ type }) => type));
    for (const type of ["link", "image", "emphasis", "code", "blockquote", "thematicBreak"])
      expect(types).not.toContain(type);
    const headings = nodes.filter(({ type }) => type === "heading");
    expect(headings).toHaveLength(3);
    expect(values(nodes, "text").filter((text) => text.includes(shown)).length).toBeGreaterThan(1);
    expect(values(nodes, "inlineCode").map((code) => code.trim())).toContain(shown);
    // GitHub's own markup.
    expect(note.replaceAll(/`[^\n]*`/g, "")).not.toMatch(/(?<!\\)~~|(?<!\\)\$/);
  });

  it("has names in code, so that none is taken for markup", () => {
    const [code] = values(
      nodesOf(
        markdownReport(comparison([change({ subject: "a__b__c[].*", capability: undefined })])),
      ),
      "inlineCode",
    );
    expect(code).toBe("a__b__c[].*");
  });
});
