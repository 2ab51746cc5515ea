/**
 * What the files have in common in which a project accepts something: each entry has a reason and a last day. The ignore file of `diff`
 * is one, the list of accepted findings another.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";
import { diagnostic, ProtoGenError, type DiagnosticCode } from "../errors.js";
import { placeIn, type Reject } from "../load/checked-members.js";
import { readDocument, type Document } from "../load/document.js";
import { readNamedFile } from "../load/named-file.js";

export interface ReviewedEntry {
  readonly reason: string;
  /** The last day on which it counts: `2026-11-20`. */
  readonly until: string;
}

/** Days compare as texts. */
export function isExpired({ until }: Pick<ReviewedEntry, "until">, today: string): boolean {
  return until < today;
}

/** Checks the reason and the last day of an entry. */
export function checkReview(entry: JsonObject, pointer: string, reject: Reject): void {
  const { reason, until } = entry;
  if (typeof reason !== "string" || reason.trim() === "")
    reject(placeIn(entry, pointer, "reason"), "an entry has no reason");
  if (typeof until !== "string" || !isReleaseDate(until))
    reject(placeIn(entry, pointer, "until"), "until must be a date, for example 2026-11-20");
}

/** Room for many thousands of entries. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads such a file. Invalid JSON is reported like any other error of it. */
export function readReviewFile(name: string, code: DiagnosticCode): Document {
  const bytes = readNamedFile(name, MAX_BYTES);
  try {
    return readDocument(name, name, bytes);
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    throw new ProtoGenError(
      error.diagnostics.map(({ message, place, hint }) =>
        diagnostic(code, message, { place, hint }),
      ),
    );
  }
}
