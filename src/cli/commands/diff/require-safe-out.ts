/** Keeps `--out` from overwriting what the run reads, and from adding a schema to a directory of schemas. */

import { realpathSync } from "node:fs";
import path from "node:path";
import type { SideChoice } from "../../../diff/side.js";
import { failure } from "../../../errors.js";
import { parseRoot } from "../../../load/schema-root.js";
import { linkedFile } from "./write-report-file.js";

export interface DiffInputs {
  readonly sides: readonly SideChoice[];
  /** Directories of schemas, as `--schemas` names them. */
  readonly schemas: readonly string[];
  /** Other directories that it reads from. */
  readonly directories: readonly string[];
  /** Files outside of these directories. */
  readonly files: readonly string[];
}

/** @throws ProtoGenError USAGE */
export function requireSafeOut(
  out: string,
  { sides, schemas, directories, files }: DiffInputs,
): void {
  if (out === "")
    throw failure("USAGE", "--out is empty", {
      hint: "name the file to write, for example changes.html",
    });
  const target = realPath(out);
  for (const side of sides) {
    if ("manifest" in side) requireOther(out, target, side.manifest);
    if ("directory" in side) requireOutside(out, target, side.directory);
  }
  const roots = schemas.map((root) => parseRoot(root).directory);
  for (const directory of [...roots, ...directories]) requireOutside(out, target, directory);
  for (const file of files) requireOther(out, target, file);
}

function requireOther(out: string, target: string, file: string): void {
  if (target !== realPath(file)) return;
  throw failure("USAGE", `--out ${out} is a file that the run reads`, {
    hint: "name another file",
  });
}

/** The next run would take every JSON file of the directory for a schema. */
function requireOutside(out: string, target: string, directory: string): void {
  if (!target.endsWith(".json") || !target.startsWith(realPath(directory) + path.sep)) return;
  throw failure("USAGE", `--out ${out} would be a schema of ${directory}`, {
    hint: "write the report to another directory",
  });
}

/** A file that does not exist yet is resolved by the nearest directory that does. */
function realPath(file: string): string {
  const resolved = path.resolve(file);
  try {
    return realpathSync(linkedFile(resolved));
  } catch {
    const above = path.dirname(resolved);
    return above === resolved ? resolved : path.join(realPath(above), path.basename(resolved));
  }
}
