/** The paths that output files may have: below the output directory, and distinct on every file system. */

import { cutText } from "@proto-gen/runtime/json";
import type { OutputFile } from "../emit/output-file.js";
import { failure } from "../errors.js";
import { isInsidePath, pathKey } from "../text/inside-path.js";

export type { OutputFile };
export { isInsidePath };

/** The limit of common file systems. */
const MAX_NAME_BYTES = 255;

/**
 * @throws ProtoGenError WRITE_OUTSIDE_OUT for a path that would leave the output directory, MODEL_NAME_CLASH for
 *   two paths that are one file where upper and lower case are, WRITE_FAILED for a name that no
 *   directory takes
 */
export function checkPaths(files: readonly OutputFile[], reserved: string): void {
  const seen = new Map([[reserved, reserved]]);
  for (const { path } of files) {
    if (!isInsidePath(path))
      throw failure(
        "WRITE_OUTSIDE_OUT",
        `${JSON.stringify(path)} is not a path below the output directory`,
      );
    checkNames(path);
    const key = pathKey(path);
    const other = seen.get(key);
    if (other === path) throw failure("INTERNAL", `${path} is written twice`);
    if (other !== undefined)
      throw failure(
        "MODEL_NAME_CLASH",
        `${other} and ${path} are the same file on case-insensitive file systems`,
      );
    seen.set(key, path);
  }
}

function checkNames(path: string): void {
  const long = path.split("/").find((name) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  if (long === undefined) return;
  const shown = cutText(long, 40, "...");
  const message = `the name ${shown} has ${Buffer.byteLength(long)} bytes; the limit is ${MAX_NAME_BYTES}`;
  throw failure("WRITE_FAILED", message, {
    hint: "shorten the name of the capability or schema file",
  });
}
