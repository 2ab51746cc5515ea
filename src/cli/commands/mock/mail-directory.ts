import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { failure } from "../../../errors.js";
import { reasonOf } from "../../../write/output-directory.js";

/**
 * Creates the directory of `--mail`, and checks before anything is built that mail can be written to it.
 * @throws ProtoGenError MOCK_MAIL_UNWRITABLE
 */
export function prepareMailDirectory(option: string): string {
  if (option === "") throw failure("MOCK_MAIL_UNWRITABLE", "--mail is empty");
  const directory = path.resolve(option);
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
    return directory;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "is not a directory" : reasonOf(error as NodeJS.ErrnoException);
    throw failure("MOCK_MAIL_UNWRITABLE", `--mail ${option}: ${why}`);
  }
}
