/** A comparison for other programs: the shape is a contract. */

import { describe, expect, it } from "vitest";
import { jsonReport } from "../../../src/diff/report/json-report.js";
import { expectGolden } from "../../support/golden.js";
import { comparison, HOSTILE, hostileChange, PROFILE, SAMPLE } from "../sample-comparison.js";
import { REPORTS } from "./golden-reports.js";

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

describe("the JSON of a comparison", () => {
  it("has its version, both sides, counts and every change", () => {
    expectGolden(REPORTS, "report.json", jsonReport(SAMPLE));
  });

  it("has all members of a change, null where there is nothing to say", () => {
    const { changes, role, summary } = parsed(
      jsonReport({ ...comparison([PROFILE], { role: "platform" }), ignored: 3 }),
    );
    expect(role).toBe("platform");
    expect(summary).toEqual({ breaking: 0, dangerous: 0, safe: 1, ignored: 3 });
    expect(changes).toEqual([
      {
        rule: "member-added",
        level: "safe",
        levels: { platform: "safe", business: "safe" },
        capability: null,
        direction: "profile",
        operations: [],
        subject: "signing_keys[].use",
        message: "is new, and optional",
        before: null,
        after: {
          file: "schemas/draft/signing_key.json",
          line: 12,
          column: 5,
          pointer: "/properties/use",
        },
        fingerprint: "00000000000000a6",
      },
    ]);
  });

  it.each(HOSTILE)("gives %j back", (text) => {
    const { changes } = parsed(jsonReport(comparison([hostileChange(text)])));
    expect(changes).toMatchObject([{ rule: text, message: text, subject: text, capability: text }]);
  });
});
