/** The configuration while `generate --watch` runs: it may change, break, move to another file, appear and disappear. */

import { mayBeConfig } from "../../../config/find-config.js";
import { readInTime } from "../../../config/read-configuration.js";
import { ProtoGenError } from "../../../errors.js";
import { allTargetSources, type TargetSources } from "../../../target/target-sources.js";
import { fingerprintFile } from "../../../watch/remember-sources.js";
import type { TargetFlags, TargetsRun } from "../../define-command.js";
import type { GenerateFlags } from "./command.js";
import { diagnosticsOf } from "./failures.js";
import { flagsTarget } from "./flags-target.js";

type Targets = readonly TargetFlags<GenerateFlags>[];

export interface Configuration {
  /** All files that decide what the configuration is. */
  files(): readonly string[];
  /** Another than the one that was read last. */
  isAnother(): boolean;
  /**
   * Reads it as it is now.
   * @throws ProtoGenError with what is wrong, CONFIG_FAILED where that takes too long
   */
  read(): Promise<Targets>;
  /** The sources that it names, where it could not be read because one of them is missing. */
  unread(): readonly TargetSources[];
}

export function trackConfig(
  { configPlaces, reload }: Pick<TargetsRun<GenerateFlags>, "configPlaces" | "reload">,
  signal: AbortSignal,
): Configuration {
  const now = (readAt?: number): string =>
    configPlaces()
      .map((file) => `${file} ${mayBeConfig(file) ? fingerprintFile(file, readAt) : ""}`)
      .join("\n");
  // It was read after the process began.
  let last = now(performance.timeOrigin);
  let unread: readonly TargetSources[] = [];
  return {
    files: configPlaces,
    isAnother: () => now() !== last,
    unread: () => unread,
    async read() {
      last = now();
      unread = [];
      try {
        return await readInTime(reload(), signal);
      } catch (error) {
        if (namesMissing(error))
          await diagnosticsOf(async () => {
            const targets = await readInTime(reload({ checksRoots: false }), signal);
            unread = allTargetSources(targets.map(({ flags }) => flagsTarget(flags)));
          });
        throw error;
      }
    },
  };
}

function namesMissing(error: unknown): boolean {
  return (
    error instanceof ProtoGenError &&
    error.diagnostics.some(({ code }) => code === "FILE_NOT_FOUND")
  );
}
