/** The messages of `proto-gen scaffold`. */

import { diagnostic, type Diagnostic } from "../../../errors.js";
import type { ScaffoldResult } from "../../../scaffold/scaffold.js";
import { countText } from "../../../text/count.js";
import { lineDiff } from "../../../write/line-diff.js";
import type { ScaffoldFlags } from "./command.js";

export function upToDateText({ into }: ScaffoldFlags, { handlers }: ScaffoldResult): string {
  return `${into} is up to date: ${handlerCount(handlers.length)}`;
}

/** @param isNew the module did not exist before */
export function addedText(
  { into, dryRun = false }: ScaffoldFlags,
  { added }: ScaffoldResult,
  isNew: boolean,
): string {
  return isNew
    ? `${dryRun ? "would write" : "wrote"} ${into} with ${handlerCount(added.length)}`
    : `${dryRun ? "would add" : "added"} ${added.join(", ")} to ${into}`;
}

export function missingDiagnostic({ into }: ScaffoldFlags, { added }: ScaffoldResult): Diagnostic {
  return diagnostic("SCAFFOLD_MISSING", `${into} has no handler for ${added.join(", ")}`);
}

/** Without the carriage returns of the user's file, which a terminal would show. */
export function differenceText(before: string, after: string): string {
  return lineDiff(before.replaceAll("\r\n", "\n"), after.replaceAll("\r\n", "\n")).trimEnd();
}

function handlerCount(count: number): string {
  return countText(count, "handler");
}
