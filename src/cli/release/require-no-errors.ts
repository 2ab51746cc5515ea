/** In: the files of a draft. Out: nothing where lint finds no error in them, else an error after printing these. */

import { failure } from "../../errors.js";
import { lintFiles } from "../../lint/lint.js";
import type { ReleaseFile } from "../../load/release.js";
import { lintText } from "../lint/lint-text.js";
import type { Reporter } from "../reporter.js";

/** @throws ProtoGenError RELEASE_FINDINGS */
export async function requireNoErrors(
  draft: string,
  files: readonly ReleaseFile[],
  reporter: Reporter,
): Promise<void> {
  const report = await lintFiles({ directory: draft, files });
  const errors = report.findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  reporter.note(lintText({ ...report, findings: errors }, { quiet: true, fixed: undefined }));
  throw failure(
    "RELEASE_FINDINGS",
    `${draft} has ${errors.length} error${errors.length === 1 ? "" : "s"}`,
    { file: draft },
  );
}
