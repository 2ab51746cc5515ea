/** A comparison on a terminal. */

import { describe, expect, it } from "vitest";
import { textReport } from "../../../src/diff/report/text-report.js";
import { textWidth } from "../../../src/text/text-width.js";
import { expectGolden } from "../../support/golden.js";
import {
  change,
  comparison,
  HOSTILE_COMPARISON,
  REQUIRED,
  SAMPLE,
  VALUE_ADDED,
} from "../sample-comparison.js";
import { REPORTS } from "./golden-reports.js";

describe("the text of a comparison", () => {
  it("has capabilities with the gravest first, what, where and for whom", () => {
    expectGolden(REPORTS, "report.txt", textReport(SAMPLE));
  });

  it("says that there are no changes", () => {
    expect(textReport(comparison([]))).toBe(
      "2026-11-20 -> git:main:schemas (draft)\n\nno changes\n",
    );
    expect(textReport({ ...comparison([]), ignored: 2 })).toMatch(/\n2 ignored\n$/);
  });

  it("speaks of the role alone that was asked for", () => {
    const text = textReport(comparison([REQUIRED], { role: "business" }));
    expect(text).toContain("businesses: safe");
    expect(text).not.toContain("platforms");
  });

  it("says a subject once, also where the message has it", () => {
    const message = "line_items[].quantity is required now";
    const text = textReport(comparison([change({ message })]));
    expect(text.match(/line_items\[\]\.quantity/g)).toHaveLength(1);
    expect(textReport(comparison([change({ subject: "" })]))).toContain(
      "breaking   (the whole): is required now",
    );
  });

  it("keeps to a hundred columns where words can be parted", () => {
    const operations = Array.from({ length: 30 }, (_, index) => `operation_${index}`);
    const message = "is required now ".repeat(20).trim();
    const lines = textReport(comparison([change({ operations, message })])).split("\n");
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(100);
    expect(lines.filter((line) => line.includes("operation_"))).not.toHaveLength(1);
  });

  it("has nothing in it that steers a terminal, and no line that a schema's author wrote", () => {
    const text = textReport(HOSTILE_COMPARISON);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e\ud800]/);
    const lines = text.split("\n");
    expect(lines.filter((line) => /^(?:- item|1\. one|# heading)$/.test(line.trim()))).toEqual([]);
    expect(text).toMatch(/\n10 breaking, 10 safe\n$/);
  });

  it("puts the gravest of a capability first, whatever the order was", () => {
    const text = textReport(comparison([VALUE_ADDED, REQUIRED]));
    expect(text.indexOf("\n  breaking")).toBeLessThan(text.indexOf("\n  dangerous"));
  });
});
