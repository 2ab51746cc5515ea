import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { failure } from "../errors.js";
import { reasonOf } from "../write/output-directory.js";

/**
 * Makes the directory of one run of a mock, for its certificate and its mail.
 * @throws ProtoGenError WRITE_FAILED if the system's directory for temporary files is not there, or cannot be written
 */
export function createScratchDirectory(): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(path.join(parent, "proto-gen-mock-"));
  } catch (error) {
    const why = reasonOf(error as NodeJS.ErrnoException);
    throw failure("WRITE_FAILED", `the directory for temporary files, ${parent}: ${why}`, {
      hint: "set TMPDIR to a directory that exists and is writable",
    });
  }
}
