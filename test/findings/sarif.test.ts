/** Findings as SARIF: the log is valid by SARIF's own schema, and says where and what. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { toSarif } from "../../src/findings/sarif.js";
import { finding, HOSTILE_NAME, HOSTILE_TEXT, RULES } from "./hostile.js";
import { sarifErrors } from "./sarif-schema.js";

const TOOL = { name: "proto-gen", version: "0.1.0" };

interface Run {
  readonly results: readonly JsonObject[];
  readonly tool: { readonly driver: { readonly rules: readonly JsonObject[] } };
}

function runOf(...findings: readonly ReturnType<typeof finding>[]): Run {
  const log = toSarif(findings, RULES, TOOL);
  expect(sarifErrors(log)).toEqual([]);
  return (log["runs"] as unknown as readonly [Run])[0];
}

function uriOf(file: string): string {
  const { results } = runOf(finding({ place: { file } }));
  const [result] = results as unknown as readonly {
    readonly locations: readonly {
      readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
    }[];
  }[];
  return result?.locations[0]?.physicalLocation.artifactLocation.uri ?? "";
}

describe("SARIF's schema", () => {
  it("finds fault with what is none", () => {
    expect(sarifErrors({ version: "2.1.0" })).not.toEqual([]);
    const [result] = runOf(finding()).results;
    const log = toSarif([], RULES, TOOL);
    const bad = {
      ...log,
      runs: [{ tool: { driver: { name: "x" } }, results: [{ ...result, level: "fatal" }] }],
    };
    expect(sarifErrors(bad)).not.toEqual([]);
  });
});

describe("a log", () => {
  it("has the rules, and results that point at them", () => {
    const { tool, results } = runOf(
      finding({ rule: "member-removed", severity: "warning" }),
      finding({ rule: "LOAD_TOO_LARGE", severity: "note" }),
    );
    expect(tool.driver.rules).toMatchObject([
      {
        id: "member-removed",
        shortDescription: { text: "A member is gone." },
        defaultConfiguration: { level: "error" },
      },
      { id: "required-added" },
    ]);
    expect(results).toMatchObject([
      { ruleId: "member-removed", ruleIndex: 0, level: "warning" },
      { ruleId: "LOAD_TOO_LARGE", level: "note" },
    ]);
    expect(results[1]).not.toHaveProperty("ruleIndex");
  });

  it("is valid without any finding", () => {
    expect(runOf().results).toEqual([]);
  });

  it("says where, in the file and in the document, and what else has to do with it", () => {
    const place = { file: "./schemas/checkout.json", line: 3, column: 7, pointer: "/required" };
    const before = { message: "before", place: { file: "old/checkout.json", line: 2 } };
    const { results } = runOf(finding({ place, related: [before], hint: "make it optional" }));
    expect(results).toEqual([
      {
        ruleId: "required-added",
        ruleIndex: 1,
        level: "error",
        message: { text: "currency is required\nmake it optional" },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "schemas/checkout.json", uriBaseId: "%SRCROOT%" },
              region: { startLine: 3, startColumn: 7 },
            },
            logicalLocations: [{ fullyQualifiedName: "/required" }],
          },
        ],
        relatedLocations: [
          {
            id: 0,
            message: { text: "before" },
            physicalLocation: {
              artifactLocation: { uri: "old/checkout.json", uriBaseId: "%SRCROOT%" },
              region: { startLine: 2 },
            },
          },
        ],
        partialFingerprints: { "protoGen/v1": "0123456789abcdef" },
      },
    ]);
  });

  it.each([
    ["schemas/checkout.json", "schemas/checkout.json"],
    ["./schemas/a b.json", "schemas/a%20b.json"],
    ["../other/x.json", "../other/x.json"],
    ["git:v1:schemas/x.json", "git%3Av1%3Aschemas/x.json"],
    ["/abs/100%/x.json", "file:///abs/100%25/x.json"],
    ["//host/x.json", "file:////host/x.json"],
    ["ü/💥.json", "%C3%BC/%F0%9F%92%A5.json"],
    ["half\ud800.json", "half%EF%BF%BD.json"],
    ["a?b#c,d.json", "a%3Fb%23c%2Cd.json"],
    [".", "."],
  ])("has the file %s as the URI %s", (file, uri) => {
    expect(uriOf(file)).toBe(uri);
  });

  it("stays valid, whatever the texts are", () => {
    const place = { file: HOSTILE_NAME, line: 1, column: 1, pointer: HOSTILE_TEXT };
    const related = [{ message: HOSTILE_TEXT, place }];
    const { results } = runOf(
      finding({ rule: HOSTILE_TEXT, message: HOSTILE_TEXT, place, related, hint: HOSTILE_TEXT }),
    );
    expect(results[0]).toMatchObject({ message: { text: `${HOSTILE_TEXT}\n${HOSTILE_TEXT}` } });
    expect(decodeURIComponent(uriOf(HOSTILE_NAME))).toBe(HOSTILE_NAME);
  });
});
