/** Runs `proto-gen storage`. */

import { StorageError } from "@proto-gen/runtime/storage";
import type { ExitCode } from "../../../errors.js";
import { line } from "../../../text/line.js";
import type { Host } from "../../host.js";
import { createReporter, type Reporter } from "../../reporter.js";
import type { StorageFlags } from "./command.js";
import { openStorage, unavailable, whyOf } from "./open-storage.js";
import { storageReport, workersOf, type NamedWorker } from "./report.js";
import { storageText } from "./text.js";

/** @throws ProtoGenError STORAGE_UNAVAILABLE */
export async function run(flags: StorageFlags, host: Host): Promise<ExitCode> {
  const reporter = createReporter(host, { quiet: flags.quiet === true });
  const store = await openStorage(flags.database, flags.prefix);
  try {
    const workers = workersOf(store, flags.worker);
    const isAllFound = [
      ...(await changed("revive", flags.revive, workers, reporter)),
      ...(await changed("discard", flags.discard, workers, reporter)),
    ].every(Boolean);
    const report = await storageReport(store, workers, flags.limit);
    if (flags.json === true) reporter.json(report);
    else reporter.data(...storageText(report));
    return isAllFound ? 0 : 1;
  } catch (thrown) {
    if (thrown instanceof StorageError) throw unavailable(whyOf(thrown));
    throw thrown;
  } finally {
    await store.close();
  }
}

/** Returns for each id whether it was that of a dead task. */
async function changed(
  action: "revive" | "discard",
  ids: readonly string[],
  workers: readonly NamedWorker[],
  reporter: Reporter,
): Promise<readonly boolean[]> {
  const results: boolean[] = [];
  for (const id of ids) {
    let isFound = false;
    for (const worker of workers) isFound ||= await worker[action](id);
    if (!isFound) reporter.complaint(line`There is no dead task ${id}.`);
    results.push(isFound);
  }
  return results;
}
