/** Where the business keeps its data and its signing keys: in one file, for the processes of one machine. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";

export const storage = {
  variable: "DATA_DIR",
  expected: "a folder that this process may write to",
  fallback: "data",
  async open(directory: string) {
    // What buyers told is theirs and the shop's.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return createSqliteStorage({ database: await openDatabase(path.join(directory, "shop.db")) });
  },
};
