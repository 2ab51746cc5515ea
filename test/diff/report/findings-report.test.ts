/** A comparison as SARIF and as annotations. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { toFinding } from "../../../src/diff/report/findings.js";
import { githubReport } from "../../../src/diff/report/github-report.js";
import type { ReviewedComparison } from "../../../src/diff/report/reviewed.js";
import { sarifReport } from "../../../src/diff/report/sarif-report.js";
import type { Finding } from "../../../src/findings/finding.js";
import { sarifErrors } from "../../findings/sarif-schema.js";
import {
  ADDED,
  HOSTILE_COMPARISON,
  OPERATION_REMOVED,
  REQUIRED,
  RULES,
  SAMPLE,
  VALUE_ADDED,
} from "../sample-comparison.js";

const TOOL = { name: "proto-gen", version: "0.1.0" };

function findingsOf({ changes }: ReviewedComparison): readonly Finding[] {
  return changes.map(toFinding);
}

function resultsOf(text: string): readonly JsonObject[] {
  const log = JSON.parse(text) as JsonObject;
  expect(sarifErrors(log)).toEqual([]);
  const [run] = log["runs"] as unknown as readonly [{ readonly results: readonly JsonObject[] }];
  return run.results;
}

describe("SARIF of a comparison", () => {
  it("has the new side's place, the old one as related, and what is gone in the old one", () => {
    const [gone, added, required] = resultsOf(sarifReport(findingsOf(SAMPLE), RULES, TOOL));
    expect(required).toMatchObject({
      ruleId: "required-added",
      ruleIndex: 0,
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 9, startColumn: 3 } } }],
      relatedLocations: [{ message: { text: "before" } }],
      partialFingerprints: { "protoGen/v1": REQUIRED.fingerprint },
    });
    expect(added).toMatchObject({ level: "note" });
    expect(added).not.toHaveProperty("relatedLocations");
    expect(gone).toMatchObject({
      locations: [{ physicalLocation: { region: { startLine: 120 } } }],
    });
  });

  it("is valid without changes, and with hostile ones", () => {
    expect(resultsOf(sarifReport([], RULES, TOOL))).toEqual([]);
    expect(resultsOf(sarifReport(findingsOf(HOSTILE_COMPARISON), RULES, TOOL))).toHaveLength(20);
  });
});

describe("annotations of a comparison", () => {
  it("point at the line of the new side, the gravest first", () => {
    expect(githubReport([ADDED, VALUE_ADDED, REQUIRED, OPERATION_REMOVED].map(toFinding))).toBe(
      `::error file=schemas/draft/shopping/types/line_item.json,line=9,col=3,title=required-added::breaking: line_items[].quantity: is required now (request of create_checkout, update_checkout)
::error file=schemas/2026-11-20/shopping/../services/shopping/rest.openapi.json,line=120,col=5,title=operation-removed::breaking: cancel_cart: is gone
::warning file=schemas/draft/shopping/checkout.json,line=32,col=7,title=enum-value-added::dangerous: status: "on_hold" may come, which did not (response of create_checkout, get_checkout)
::notice file=schemas/draft/shopping/checkout.json,line=40,col=5,title=member-added::safe: gift_note: is new, and optional (response of get_checkout)
`,
    );
    expect(githubReport([])).toBe("");
  });

  it("are one line each, whatever the texts are", () => {
    const lines = githubReport(findingsOf(HOSTILE_COMPARISON))
      .trimEnd()
      .split(/[\r\n]/);
    expect(lines).toHaveLength(20);
    for (const line of lines) expect(line).toMatch(/^::(?:error|notice) file=/);
  });
});
