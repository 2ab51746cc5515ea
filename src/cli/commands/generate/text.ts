/** The messages of `proto-gen generate`. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import { diagnostic, type Diagnostic } from "../../../errors.js";
import { LOCK_FILE } from "../../../load/lock.js";
import type { FetchedDocument } from "../../../load/remote.js";
import type { CheckResult, Finding, FindingState } from "../../../write/check-tree.js";
import { agreementCounts, type AgreementCounts, type Manifest } from "../../../write/manifest.js";
import type { WriteResult } from "../../../write/write-tree.js";
import { countText } from "../../../text/count.js";
import { diffLines, line, pathLine, startLine, type Line } from "../../../text/line.js";
import { directoryName } from "../../directory.js";
import type { GenerateFlags } from "./command.js";

/** `wrote 12 files, 3 unchanged, to generated/ (9 capabilities, 2 pruned)` */
export function writeSummary(
  { out, dryRun = false }: GenerateFlags,
  result: WriteResult,
  agreement: Agreement,
): Line {
  const { created, changed, removed, unchanged } = result;
  const parts = [
    countText(created.length + changed.length, "file"),
    ...(removed.length === 0 ? [] : [`${dryRun ? "remove" : "removed"} ${removed.length}`]),
    ...(unchanged.length === 0 ? [] : [`${unchanged.length} unchanged`]),
  ];
  const [only] = parts;
  return startLine(
    dryRun ? "would write" : "wrote",
    ` ${parts.length === 1 ? only : `${parts.join(", ")},`} to ${directoryName(out)} ${agreementSummary(agreementCounts(agreement))}`,
  );
}

export function checkSummary(out: string, { compared }: CheckResult, agreement: Agreement): Line {
  return upToDateLine(out, compared, agreementCounts(agreement));
}

/** The same as `checkSummary`, from the manifest. */
export function upToDateSummary(out: string, { outputs, agreement }: Manifest): Line {
  return upToDateLine(out, outputs.length + 1, agreement);
}

/** @param files their number, the manifest among them */
function upToDateLine(out: string, files: number, agreement: AgreementCounts | undefined): Line {
  const counts = agreement === undefined ? "" : ` ${agreementSummary(agreement)}`;
  return pathLine(directoryName(out), ` is up to date: ${countText(files, "file")}${counts}`);
}

/** One line per fetched document that is new or changed, and a count of all that were fetched. */
export function fetchNotes(fetched: readonly FetchedDocument[], dryRun: boolean): Line[] {
  if (fetched.length === 0) return [];
  const changes = fetched.filter(({ before, sha256 }) => before !== sha256);
  const lockState = dryRun ? "not saved" : `saved in ${LOCK_FILE}`;
  return [
    ...changes.map(({ url, before }) =>
      startLine(before === undefined ? "new" : "changed", `: ${url}`),
    ),
    line`fetched ${countText(fetched.length, "document")}, ${changes.length === 0 ? "all unchanged" : lockState}`,
  ];
}

/** One line per file: what was, or would be, written. */
export function writeLines(out: string, { created, changed, removed }: WriteResult): Line[] {
  return [
    ...created.map((path) => line`create ${fileName(out, path)}`),
    ...changed.map((path) => line`change ${fileName(out, path)}`),
    ...removed.map((path) => line`remove ${fileName(out, path)}`),
  ];
}

export function editedFileNote(out: string, path: string): Line {
  return line`kept ${fileName(out, path)}: no longer generated, but edited by hand; delete it if you do not need it`;
}

export function findingLines(out: string, { state, path, diff }: Finding): Line[] {
  const name = fileName(out, path);
  const head = startLine(state, ` ${name}`);
  return diff === undefined
    ? [head]
    : [head, line`--- ${name}`, line`+++ ${name}, as it would be written`, ...diffLines(diff)];
}

/** `OUTPUT_STALE: generated/ is not what this run would write: 2 stale, 1 missing` */
export function staleDiagnostic(out: string, findings: readonly Finding[]): Diagnostic {
  const states: readonly FindingState[] = ["stale", "hand-edited", "missing", "linked", "orphaned"];
  const counts = states.flatMap((state) => {
    const number = findings.filter((finding) => finding.state === state).length;
    return number === 0 ? [] : [`${number} ${state}`];
  });
  const edited = findings.some(({ state }) => state === "hand-edited");
  return diagnostic(
    "OUTPUT_STALE",
    `${directoryName(out)} is not what this run would write: ${counts.join(", ")}`,
    {
      hint: edited
        ? "run proto-gen without --check and commit the result; save the manual edits first: they will be overwritten"
        : undefined,
    },
  );
}

export function fileName(out: string, path: string): string {
  return `${directoryName(out)}${path}`;
}

function agreementSummary({ active, pruned }: AgreementCounts): string {
  const capabilities = countText(active, "capability", "capabilities");
  return `(${capabilities}${pruned === 0 ? "" : `, ${pruned} pruned`})`;
}
