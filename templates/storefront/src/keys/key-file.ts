/** The file that keeps the shop's keys, the private ones among them (§5.4). */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { KeySchedule } from "@proto-gen/runtime/signature";

/** For the owner alone. */
const SECRET = 0o600;
const SECRET_DIRECTORY = 0o700;

export interface KeyFile {
  /** Undefined before the first start. */
  read(): KeySchedule | undefined;
  write(schedule: KeySchedule): void;
}

/** @param directory is made with the file */
export function keyFileIn(directory: string): KeyFile {
  const file = path.join(directory, "signing-keys.json");
  return {
    read() {
      try {
        return JSON.parse(readFileSync(file, "utf8")) as KeySchedule;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    write(schedule) {
      mkdirSync(directory, { recursive: true, mode: SECRET_DIRECTORY });
      // Whoever reads it meanwhile has the one or the other, whole.
      const next = `${file}.${process.pid}`;
      rmSync(next, { force: true });
      writeFileSync(next, `${JSON.stringify(schedule, null, 2)}\n`, { mode: SECRET, flag: "wx" });
      renameSync(next, file);
    },
  };
}
