/** Reads lists of accepted findings: the file of `--accept`, `{ "accept": [...] }`, and the same list in a configuration. */

import type { Json } from "@proto-gen/runtime/json";
import { CODES, ProtoGenError, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { checkMembers, placeIn, rejectInto, type Reject } from "../load/checked-members.js";
import { locateSource, type SourceText } from "../load/document.js";
import { didYouMean } from "../text/nearest.js";
import type { AcceptedFinding } from "./accepted-findings.js";
import { checkReview, readReviewFile } from "./reviewed-entry.js";

const TOP_MEMBERS = ["$schema", "accept"];
const ENTRY_MEMBERS = ["code", "place", "reason", "until"];

/** @throws ProtoGenError FILE_NOT_FOUND, LOAD_TOO_LARGE, or ACCEPT_INVALID for every place that is wrong */
export function readAcceptFile(file: string): readonly AcceptedFinding[] {
  const document = readReviewFile(file, "ACCEPT_INVALID");
  const problems: Diagnostic[] = [];
  const reject = rejectInto(problems, "ACCEPT_INVALID", document);
  const { root } = document;
  if (isObject(root)) checkMembers(root, "", TOP_MEMBERS, reject);
  else reject("", 'the file must be an object: { "accept": [...] }');
  if (problems.length > 0) throw new ProtoGenError(problems);
  const list = isObject(root) ? root["accept"] : undefined;
  return parseAccepted(document, list, "/accept");
}

/**
 * @param list the value at a pointer of the document
 * @throws ProtoGenError ACCEPT_INVALID for every place that is wrong
 */
function parseAccepted(
  document: SourceText,
  list: Json | undefined,
  pointer: string,
): readonly AcceptedFinding[] {
  const problems: Diagnostic[] = [];
  const reject = rejectInto(problems, "ACCEPT_INVALID", document);
  if (!Array.isArray(list)) reject(pointer, "accept must be an array of entries");
  const entries = Array.isArray(list) ? (list as readonly Json[]) : [];
  entries.forEach((entry, index) => checkEntry(entry, `${pointer}/${index}`, reject));
  if (problems.length > 0) throw new ProtoGenError(problems);
  return (entries as unknown as readonly AcceptedFinding[]).map((entry, index) => ({
    ...entry,
    writtenAt: locateSource(document, `${pointer}/${index}`),
  }));
}

/** The codes of warnings: an error ends a run, and cannot be accepted. */
const WARNINGS = Object.entries(CODES).flatMap(([code, { exit }]) => (exit === 0 ? [code] : []));

function checkEntry(entry: Json, pointer: string, reject: Reject): void {
  if (!isObject(entry)) return reject(pointer, "an entry must be an object");
  checkMembers(entry, pointer, ENTRY_MEMBERS, reject);
  const { code, place } = entry;
  if (typeof code !== "string" || !WARNINGS.includes(code))
    reject(
      placeIn(entry, pointer, "code"),
      typeof code === "string" && code in CODES
        ? `${code} is an error, which cannot be accepted`
        : "code must be that of a warning",
      { hint: typeof code === "string" ? didYouMean(code, WARNINGS) : undefined },
    );
  if (typeof place !== "string" || !/^[^#*][^*]*\*?$/.test(place))
    reject(
      placeIn(entry, pointer, "place"),
      "place must be the URL or the file of a document, with #/pointer or without, or the beginning of that with * behind it",
    );
  checkReview(entry, pointer, reject);
}
