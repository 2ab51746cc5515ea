/** The file that keeps the shop's keys, the private ones among them (§5.4). */

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { KeySchedule } from "@proto-gen/runtime/signature";

/** Readable by the owner alone. */
const SECRET = 0o600;

export interface KeyFile {
  /** Undefined before the first start. */
  read(): KeySchedule | undefined;
  write(schedule: KeySchedule): void;
}

/** @param directory one that is there */
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
      // Whoever reads it meanwhile has the one or the other, whole.
      const next = `${file}.${process.pid}`;
      rmSync(next, { force: true });
      writeFileSync(next, `${JSON.stringify(schedule, null, 2)}\n`, { mode: SECRET, flag: "wx" });
      renameSync(next, file);
    },
  };
}
