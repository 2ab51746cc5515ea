/** Both sides, compared. In: what the command line calls them. Out: the comparison; undefined, once it is said why. */

import { ProtoGenError, type Diagnostic } from "../../errors.js";
import type { Comparison, Role } from "../../diff/change.js";
import { diff } from "../../diff/compare.js";
import { parseRoot } from "../../load/roots.js";
import type { DiffFlags } from "../diff-command.js";
import type { Reporter } from "../reporter.js";
import { sideChoice } from "./side-choice.js";

/** @throws ProtoGenError where the command line is wrong */
export async function compareSides(
  before: string,
  after: string,
  { profile, role, schemas }: DiffFlags,
  reporter: Reporter,
): Promise<Comparison | undefined> {
  const roots = schemas?.map(parseRoot);
  try {
    return await diff({
      before: sideChoice(before),
      after: sideChoice(after),
      onStage: reporter.stage,
      ...(profile === undefined ? {} : { profile }),
      ...(role === undefined ? {} : { role: role as Role }),
      ...(roots === undefined ? {} : { schemas: roots }),
    });
  } catch (error) {
    if (!(error instanceof ProtoGenError) || error.exitCode === 70) throw error;
    if (error.diagnostics.every((each) => isUsage(each, profile))) throw error;
    reporter.finish();
    error.diagnostics.forEach(reporter.error);
    return undefined;
  } finally {
    reporter.finish();
  }
}

/** A side that does not load has codes of other exits, but what they say here is that nothing was compared. */
function isUsage({ code, place }: Diagnostic, profile: string | undefined): boolean {
  if (code === "FILE_NOT_FOUND") return place?.file === profile;
  return code.startsWith("USAGE") || code.startsWith("DIFF_");
}
