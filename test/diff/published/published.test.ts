/**
 * The two published releases. `expected.json` has every change between them, found by reading both (`expected.md`):
 * one that is missing fails, and so does one that is not in the list.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Change, Comparison } from "../../../src/diff/change.js";
import { diff } from "../../../src/diff/compare.js";
import type { SourceLocation } from "../../../src/errors.js";

const PUBLISHED = process.env["PROTO_GEN_PUBLISHED"];

interface Expected {
  readonly rule: string;
  readonly direction: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly levels: Change["levels"];
  readonly operations: readonly string[];
  readonly why: string;
}

const EXPECTED = JSON.parse(
  readFileSync(new URL("expected.json", import.meta.url), "utf8"),
) as Expected[];

describe.skipIf(PUBLISHED === undefined)("the two published releases", () => {
  let comparison: Comparison;

  beforeAll(async () => {
    const side = (name: string) => ({
      name,
      directory: path.join(PUBLISHED as string, name, "source"),
    });
    comparison = await diff({ before: side("2026-01-11"), after: side("2026-01-23") });
  });

  it("differ in what a reading of both found, and in nothing else", () => {
    const found = comparison.changes.map(asExpected).map(lineOf).sort();
    expect(found).toEqual(EXPECTED.map(lineOf).sort());
  });

  it.each([
    ["type-changed", "response", "ucp.capabilities", "was array and is object"],
    ["property-removed", "response", "payment.handlers", "handlers is gone"],
    ["required-added", "response", "ucp.payment_handlers", "payment_handlers is new, and required"],
    ["property-added", "request", "context", "context is new"],
    ["visibility-changed", "request", "line_items", "line_items was required and is omitted here"],
    ["property-removed", "request", "payment.instruments[].brand", "brand is gone"],
  ])("%s, %s: %s", (rule, direction, subject, message) => {
    expect(comparison.changes).toContainEqual(
      expect.objectContaining({ rule, direction, subject, message }),
    );
  });

  it("points at the line of every place", () => {
    for (const { before, after } of comparison.changes) {
      for (const place of [before, after]) {
        if (place === undefined) continue;
        const line = readFileSync(place.file, "utf8").split("\n")[(place.line ?? 0) - 1] ?? "";
        const name = place.pointer?.split("/").at(-1) ?? "";
        if (name === "" || /^\d+$/.test(name)) continue;
        expect(line).toContain(JSON.stringify(name.replaceAll("~1", "/").replaceAll("~0", "~")));
      }
    }
  });

  it("says why of every entry", () => {
    expect(EXPECTED.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});

function asExpected({
  rule,
  direction,
  before,
  after,
  levels,
  operations,
}: Change): Omit<Expected, "why"> {
  return {
    rule,
    direction: direction ?? null,
    before: addressOf(before),
    after: addressOf(after),
    levels,
    operations,
  };
}

function addressOf(place: SourceLocation | undefined): string | null {
  if (place === undefined) return null;
  const file = place.file.slice(place.file.indexOf("/source/") + "/source/".length);
  return `${file}#${place.pointer ?? ""}`;
}

function lineOf({
  rule,
  direction,
  before,
  after,
  levels,
  operations,
}: Omit<Expected, "why">): string {
  const who = `platform ${levels.platform}, business ${levels.business}`;
  return [rule, direction, before, after, who, operations.join(" ")].join(" | ");
}
