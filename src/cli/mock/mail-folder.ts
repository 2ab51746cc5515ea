/** Where mail goes. In: what `--mail` says. Out: the path of a directory, once it is sure that it can be written. */

import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { failure } from "../../errors.js";
import { reasonOf } from "../../write/output-directory.js";

/** @throws ProtoGenError MOCK_MAIL */
export function mailFolder(given: string): string {
  if (given === "") throw failure("MOCK_MAIL", "--mail is empty");
  const folder = path.resolve(given);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "is no directory" : reasonOf(error as NodeJS.ErrnoException);
    throw failure("MOCK_MAIL", `--mail ${given}: ${why}`);
  }
}
