/** Reads and writes the file of ignored changes. */

import { existsSync } from "node:fs";
import type { IgnoreEntry } from "../../../diff/review/ignore.js";
import {
  IGNORE_FILE,
  NO_IGNORE_FILE,
  parseIgnoreFile,
  addEntries,
  type IgnoreFile,
} from "../../../diff/review/ignore-file.js";
import type { Document } from "../../../load/document.js";
import { readReviewFile } from "../../../review/reviewed-entry.js";
import { writeReportFile } from "./write-report-file.js";

export interface IgnoreInput extends IgnoreFile {
  readonly name: string;
  /** Undefined if the file does not exist yet. */
  readonly document: Document | undefined;
}

export interface IgnoreChoice {
  /** The value of `--ignore`. */
  readonly name: string | undefined;
  /** The default file, and one that `--write-ignore` will create. */
  readonly mayBeMissing: boolean;
}

/** @throws ProtoGenError FILE_NOT_FOUND, LOAD_TOO_LARGE or DIFF_IGNORE_INVALID */
export function readIgnoreFile(
  { name = IGNORE_FILE, mayBeMissing }: IgnoreChoice,
  rules: readonly string[],
): IgnoreInput {
  if (mayBeMissing && !existsSync(name)) return { ...NO_IGNORE_FILE, name, document: undefined };
  const document = readReviewFile(name, "DIFF_IGNORE_INVALID");
  return { ...parseIgnoreFile(document, rules), name, document };
}

export function addToIgnoreFile(
  { name, document }: IgnoreInput,
  added: readonly IgnoreEntry[],
  today: string,
): void {
  writeReportFile(name, addEntries(document?.root, added, today));
}
