/** Compares the two sides that the command line names. */

import { ProtoGenError, type Diagnostic } from "../../../errors.js";
import type { Comparison, Role } from "../../../diff/change.js";
import { diff } from "../../../diff/compare.js";
import { parseRoot } from "../../../load/schema-root.js";
import type { DiffFlags } from "./command.js";
import { failureReport } from "../../report.js";
import type { Reporter } from "../../reporter.js";
import { resolveSide } from "./resolve-side.js";

/**
 * @returns undefined where a side cannot be loaded; the errors have been printed
 * @throws ProtoGenError where the command line is wrong
 */
export async function compareSides(
  { before, after, profile, role, schemas, overlay, fact, format, configured }: DiffFlags,
  reporter: Reporter,
): Promise<Comparison | undefined> {
  const roots = schemas?.map(parseRoot);
  try {
    const comparison = await diff({
      before: resolveSide(before),
      after: resolveSide(after),
      onStage: reporter.stage,
      profile,
      manifestProfile: configured?.profile,
      role: role as Role | undefined,
      schemas: roots,
      overlays: overlay ?? configured?.overlays,
      facts: fact,
    });
    if (overlay !== undefined) return comparison;
    // Those of the configuration are for whatever is read.
    const notices = comparison.notices.filter(({ code }) => code !== "OVERLAY_NOT_NEEDED");
    return { ...comparison, notices };
  } catch (error) {
    if (!(error instanceof ProtoGenError) || error.exitCode === 70) throw error;
    if (error.diagnostics.every((each) => isUsage(each, profile ?? configured?.profile)))
      throw error;
    reporter.finish();
    reporter.diagnostics(error.diagnostics);
    if (format === "json") reporter.json(failureReport(error.diagnostics));
    return undefined;
  } finally {
    reporter.finish();
  }
}

/** Errors of a side have exit codes of their own, but for `diff` they all mean that nothing was compared. */
function isUsage({ code, place }: Diagnostic, profile: string | undefined): boolean {
  if (code === "FILE_NOT_FOUND") return place?.file === profile;
  return code.startsWith("USAGE") || code.startsWith("DIFF_");
}
