/** Runs `proto-gen release`. */

import path from "node:path";
import type { ExitCode } from "../../../errors.js";
import { tooLarge } from "../../../load/named-file.js";
import { MAX_SCHEMA_BYTES } from "../../../load/file-contents.js";
import { DRAFT } from "../../../load/release-profile.js";
import { filesBelow } from "../../../load/release-files.js";
import { readRelease, RELEASE_MANIFEST, type ReleaseFile } from "../../../load/release.js";
import { freeze, withManifest } from "../../../release/freeze.js";
import { writeDirectory } from "../../../write/write-directory.js";
import type { Host } from "../../host.js";
import type { ReleaseFlags } from "./command.js";
import { createReporter } from "../../reporter.js";
import { requireDirectory } from "../../directory.js";
import { releaseText, type ReleaseReport } from "./report.js";
import { requireNoErrors } from "./require-no-errors.js";
import { requireNewDate } from "./require-new-date.js";

/** @throws ProtoGenError FILE_NOT_FOUND, RELEASE_DATE_INVALID, LOAD_TOO_LARGE, RELEASE_HAS_ERRORS, RELEASE_DRAFT_IDS, RELEASE_UNREADABLE or WRITE_FAILED */
export async function run(
  { date, schemas, linted = {}, dryRun = false, json = false, quiet = false }: ReleaseFlags,
  host: Host,
): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet });
  requireDirectory(schemas);
  requireNewDate(date, schemas);
  const draft = path.join(schemas, DRAFT);
  requireDirectory(draft);
  const files = filesBelow(draft, (file) => file !== RELEASE_MANIFEST);
  requireWholeFiles(draft, files);
  const { release } = readRelease(draft, files);
  await requireNoErrors({ directory: draft, files }, linted, host);
  const frozen = freeze(release, files, { from: DRAFT, to: date });
  const target = path.join(schemas, date);
  if (!dryRun) writeDirectory(target, withManifest(frozen, date, RELEASE_MANIFEST));
  const report: ReleaseReport = {
    ok: true,
    release: date,
    directory: target,
    ...(dryRun ? { dryRun } : {}),
    files: frozen.map((file) => file.path),
  };
  if (json) reporter.json(report);
  else reporter.data(releaseText(report));
  return 0;
}

/** A file over the limit was read only in part. */
function requireWholeFiles(draft: string, files: readonly ReleaseFile[]): void {
  const large = files.find(({ bytes }) => bytes.byteLength > MAX_SCHEMA_BYTES);
  if (large !== undefined) throw tooLarge(`${draft}/${large.path}`, MAX_SCHEMA_BYTES);
}
