/** In: a file that the command line names, and its content. Out: nothing; it is written whole or not at all. */

import { lstatSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { failure } from "../../errors.js";
import { isErrno, replaceFile } from "../../write/replace-file.js";

/**
 * A link stays one, and a device or a pipe is written to: to put a file in the place of /dev/stdout would be no report.
 * @throws ProtoGenError WRITE_FAILED
 */
export function writeReportFile(file: string, content: string): void {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    const isStream = stats !== undefined && !stats.isFile() && !stats.isDirectory();
    if (isStream) writeFileSync(file, content);
    else replaceFile(linkedFile(file), content, stats?.mode);
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${file}: ${error.message}`);
  }
}

/** What a link leads to, also where nothing is there yet. Links in a circle have no status, so that this ends. */
export function linkedFile(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? linkedFile(path.resolve(path.dirname(file), readlinkSync(file))) : file;
}
