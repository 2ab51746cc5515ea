/** In: a file that the command line names, and its content. Out: nothing; it is written whole or not at all. */

import { statSync } from "node:fs";
import { failure } from "../../errors.js";
import { isErrno, replaceFile } from "../../write/replace-file.js";

/** @throws ProtoGenError WRITE_FAILED */
export function writeReportFile(file: string, content: string): void {
  try {
    replaceFile(file, content, statSync(file, { throwIfNoEntry: false })?.mode);
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${file}: ${error.message}`);
  }
}
