/** Where a report may not go. In: `--out`, and what the run reads. Out: nothing, or an error where one would become the other. */

import { realpathSync } from "node:fs";
import path from "node:path";
import type { SideChoice } from "../../diff/side.js";
import { failure } from "../../errors.js";
import { parseRoot } from "../../load/roots.js";
import { linkedFile } from "./write-report-file.js";

export interface RunInputs {
  readonly sides: readonly SideChoice[];
  /** Directories of schemas, as `--schemas` names them. */
  readonly schemas: readonly string[];
  /** Files that are read by themselves. */
  readonly files: readonly string[];
}

/** @throws ProtoGenError USAGE */
export function checkOut(out: string, { sides, schemas, files }: RunInputs): void {
  if (out === "")
    throw failure(
      "USAGE",
      "--out is empty",
      undefined,
      "name the file to write, for example changes.html",
    );
  const target = realPath(out);
  for (const side of sides) {
    if ("manifest" in side) requireOther(out, target, side.manifest);
    if ("directory" in side) requireOutside(out, target, side.directory);
  }
  for (const root of schemas) requireOutside(out, target, parseRoot(root).directory);
  for (const file of files) requireOther(out, target, file);
}

function requireOther(out: string, target: string, file: string): void {
  if (target !== realPath(file)) return;
  throw failure("USAGE", `--out ${out} is what the run reads`, undefined, "name another file");
}

/** Every JSON file of a directory is a schema of it, from the next run on. */
function requireOutside(out: string, target: string, directory: string): void {
  if (!target.endsWith(".json") || !target.startsWith(realPath(directory) + path.sep)) return;
  throw failure(
    "USAGE",
    `--out ${out} would be a schema of ${directory}`,
    undefined,
    "write the report to another directory",
  );
}

/** Of a file that may not be there yet: by the directory above it that is. */
function realPath(file: string): string {
  const resolved = path.resolve(file);
  try {
    return realpathSync(linkedFile(resolved));
  } catch {
    const above = path.dirname(resolved);
    return above === resolved ? resolved : path.join(realPath(above), path.basename(resolved));
  }
}
