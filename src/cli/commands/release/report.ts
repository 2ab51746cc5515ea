/** The report of `proto-gen release --json`, and the same in one line. */

import { countText } from "../../../text/count.js";
import { startLine, type Line } from "../../../text/line.js";
import { RELEASE_MANIFEST } from "../../../load/release.js";

/** `proto-gen release --json`. */
export interface ReleaseReport {
  readonly ok: true;
  /** The date. */
  readonly release: string;
  readonly directory: string;
  readonly dryRun?: boolean;
  /** Below the directory, sorted; the manifest goes with them. */
  readonly files: readonly string[];
}

/** `wrote schemas/2026-11-20: 40 files and manifest.json` */
export function releaseText({ directory, dryRun = false, files }: ReleaseReport): Line {
  const verb = dryRun ? "would write" : "wrote";
  return startLine(
    verb,
    ` ${directory}: ${countText(files.length, "file")} and ${RELEASE_MANIFEST}`,
  );
}
