/** A comparison as JSON. Its member names are a contract, versioned by `diff`; docs/diff.md describes them. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { SourceLocation } from "../../errors.js";
import { printableJson } from "../../text/json-output.js";
import type { Printable } from "../../text/line.js";
import { jsonText } from "../../text/json-text.js";
import type { Change, SideSummary } from "../change.js";
import { countsOf, type ReviewedComparison } from "./reviewed.js";

/** Counts up when a member goes or means something else; new members do not change it. */
const VERSION = 1;

export function jsonReport(comparison: ReviewedComparison): Printable {
  const { before, after, role, changes, ignored } = comparison;
  const text = jsonText({
    diff: VERSION,
    before: sideJson(before),
    after: sideJson(after),
    role: role ?? null,
    summary: { ...countsOf(changes), ignored },
    changes: changes.map(changeJson),
  });
  return printableJson(text);
}

function sideJson({ name, source, version }: SideSummary): JsonObject {
  return { name, source, version };
}

function changeJson(change: Change): JsonObject {
  return {
    rule: change.rule,
    level: change.level,
    levels: { platform: change.levels.platform, business: change.levels.business },
    capability: change.capability ?? null,
    direction: change.direction ?? null,
    operations: [...change.operations],
    subject: change.subject,
    message: change.message,
    before: placeJson(change.before),
    after: placeJson(change.after),
    fingerprint: change.fingerprint,
  };
}

function placeJson(place: SourceLocation | undefined): Json {
  if (place === undefined) return null;
  const { file, line, column, pointer } = place;
  return { file, line: line ?? null, column: column ?? null, pointer: pointer ?? null };
}
