/** A migration note, read back by a parser of Markdown that did not print it. */

import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { describe, expect, it } from "vitest";
import { markdownReport } from "../../../src/diff/report/markdown-report.js";
import { printable } from "../../../src/text/line.js";
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

/** What GitHub, GitLab and others make links, names and pictures of. */
const LIVE = [
  "@octocat",
  "@org/team",
  "#12",
  "GH-12",
  "owner/repo#12",
  "octocat@deadbeefcafe",
  "deadbee",
  "0123456789abcdef0123456789abcdef01234567",
  "1234567",
  "https://evil.example/?a=b",
  "http://evil.example",
  "www.evil.example",
  "mailto:a@evil.example",
  "someone@evil.example",
  "<https://evil.example>",
  "fixes #1",
  "!12",
  "%milestone",
  ":tada:",
  "![a](https://evil.example/a.png)",
  "[a]: https://evil.example",
  "[a][b]",
  "[ ]",
  "a<br>b",
  "&#64;octocat",
  "\\@octocat",
  "`@octocat",
  "$a$",
  "==a==",
  "[[a]]",
  "JIRA-123",
] as const;

describe("a migration note", () => {
  it("says what platforms and what businesses have to look at, safe changes folded", () => {
    expectGolden(REPORTS, "report.md", markdownReport(SAMPLE));
  });

  it("is one line where nothing has changed", () => {
    expect(markdownReport(comparison([]))).toBe(
      "# From 2026-11-20 to `git:main:schemas` (draft)\n\nThere are no changes.\n",
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
    const shown = printable(hostile).trim();
    expect(values(nodes, "html")).toEqual([
      "<details>\n<summary>1 safe change</summary>",
      "</details>",
    ]);
    const types = new Set(nodes.map(({ type }) => type));
    for (const type of ["link", "image", "emphasis", "code", "blockquote", "thematicBreak"])
      expect(types).not.toContain(type);
    const headings = nodes.filter(({ type }) => type === "heading");
    expect(headings).toHaveLength(3);
    expect(values(nodes, "inlineCode").map((code) => code.trim())).toContain(shown);
    // Outside of code stands prose alone.
    for (const text of values(nodes, "text")) expect(text).toMatch(/^[\p{L}\d\s.,;:!?()"'-]*$/u);
  });

  it.each(LIVE)("has %j in code, where no site makes anything of it", (live) => {
    const changes = [change({ message: `was ${live} and is "${live}", of ${live}` })];
    const side = { name: live, source: live, version: live };
    const nodes = nodesOf(markdownReport(comparison(changes, { before: side, after: side })));
    for (const text of values(nodes, "text")) {
      expect(text).toMatch(/^[\p{L}\d\s.,;:!?()"'-]*$/u);
      expect(text).not.toMatch(/\d-\d|GH-|www\.|\b[0-9a-f]{7,40}\b/i);
    }
    const types = nodes.map(({ type }) => type);
    for (const type of ["link", "linkReference", "definition", "image", "html"])
      expect(types).not.toContain(type);
    // Each time it is there, and as code.
    const codes = values(nodes, "inlineCode").filter((code) =>
      code.includes(live.split(" ").at(-1)!),
    );
    expect(codes.length).toBeGreaterThanOrEqual(3);
  });

  it("leaves plain words, numbers and dates as they are", () => {
    const message = "the default was 10 and is 5.5, since 2026-11-20 (it's an author's feedback).";
    expect(markdownReport(comparison([change({ message })]))).toContain(message);
  });

  it("has names in code, so that none is taken for markup", () => {
    const codes = values(
      nodesOf(
        markdownReport(comparison([change({ subject: "a__b__c[].*", capability: undefined })])),
      ),
      "inlineCode",
    );
    expect(codes).toContain("a__b__c[].*");
  });
});
