/** The messages of `proto-gen scaffold`. */

import { diagnostic, type Diagnostic } from "../../../errors.js";
import type { ScaffoldResult } from "../../../scaffold/scaffold.js";
import { countText } from "../../../text/count.js";
import { diffLines, pathLine, startLine, type Line } from "../../../text/line.js";
import { lineDiff } from "../../../write/line-diff.js";
import type { ScaffoldFlags } from "./command.js";

export function upToDateText({ into }: ScaffoldFlags, { handlers }: ScaffoldResult): Line {
  return pathLine(into, ` is up to date: ${handlerCount(handlers.length)}`);
}

/** @param isNew the module did not exist before */
export function addedText(
  { into, dryRun = false }: ScaffoldFlags,
  { added }: ScaffoldResult,
  isNew: boolean,
): Line {
  return isNew
    ? startLine(dryRun ? "would write" : "wrote", ` ${into} with ${handlerCount(added.length)}`)
    : startLine(dryRun ? "would add" : "added", ` ${added.join(", ")} to ${into}`);
}

export function missingDiagnostic({ into }: ScaffoldFlags, { added }: ScaffoldResult): Diagnostic {
  return diagnostic("SCAFFOLD_MISSING", `${into} has no handler for ${added.join(", ")}`);
}

/** Without the carriage returns of the user's file, which a terminal would show. */
export function differenceLines(before: string, after: string): Line[] {
  return diffLines(lineDiff(before.replaceAll("\r\n", "\n"), after.replaceAll("\r\n", "\n")));
}

function handlerCount(count: number): string {
  return countText(count, "handler");
}
