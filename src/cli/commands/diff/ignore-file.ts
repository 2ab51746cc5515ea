/** Reads and writes the file of ignored changes. */

import { existsSync } from "node:fs";
import { diagnostic, ProtoGenError } from "../../../errors.js";
import type { IgnoreEntry } from "../../../diff/review/ignore.js";
import {
  IGNORE_FILE,
  NO_IGNORE_FILE,
  parseIgnoreFile,
  addEntries,
  type IgnoreFile,
} from "../../../diff/review/ignore-file.js";
import { readDocument, type Document } from "../../../load/document.js";
import { readNamedFile } from "../../../load/named-file.js";
import { writeReportFile } from "./write-report-file.js";

/** Room for many thousands of entries. */
const MAX_BYTES = 4 * 1024 * 1024;

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
  const document = readJson(name);
  return { ...parseIgnoreFile(document, rules), name, document };
}

/** Invalid JSON is reported like any other error of this file. */
function readJson(name: string): Document {
  const bytes = readNamedFile(name, MAX_BYTES);
  try {
    return readDocument(name, name, bytes);
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    throw new ProtoGenError(
      error.diagnostics.map(({ message, place, hint }) =>
        diagnostic("DIFF_IGNORE_INVALID", message, { place, hint }),
      ),
    );
  }
}

export function addToIgnoreFile(
  { name, document }: IgnoreInput,
  added: readonly IgnoreEntry[],
  today: string,
): void {
  writeReportFile(name, addEntries(document?.root, added, today));
}
