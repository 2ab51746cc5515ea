import { failure } from "../../../errors.js";
import { lintFiles } from "../../../lint/lint.js";
import type { ReleaseFile } from "../../../load/release.js";
import type { Host } from "../../host.js";
import { lintText } from "../lint/text.js";
import { printable } from "../../reporter.js";

/**
 * Lints the draft, and prints the errors that keep it from being released.
 * @throws ProtoGenError RELEASE_FINDINGS
 */
export async function requireNoErrors(
  draft: string,
  files: readonly ReleaseFile[],
  { stderr }: Host,
): Promise<void> {
  const report = await lintFiles({ directory: draft, files });
  const errors = report.findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const text = lintText({ ...report, findings: errors }, { quiet: true, fixed: undefined });
  // --quiet does not hide errors.
  stderr.write(`${printable(text)}\n`);
  throw failure(
    "RELEASE_FINDINGS",
    `${draft} has ${errors.length} error${errors.length === 1 ? "" : "s"}`,
    { place: { file: draft } },
  );
}
