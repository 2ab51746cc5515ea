import { lstatSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { failure } from "../../../errors.js";
import { isErrno, replaceFile } from "../../../write/replace-file.js";

/**
 * Writes the whole file or nothing. Links are followed; devices and pipes such as /dev/stdout are written to, not
 * replaced.
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

/** The target of a link, which need not exist. Circular links end the recursion: they have no status. */
export function linkedFile(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? linkedFile(path.resolve(path.dirname(file), readlinkSync(file))) : file;
}
