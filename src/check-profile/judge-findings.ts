/**
 * Judges the findings about a profile. Findings about one's own profile are errors. In another's, a finding that an entry is not what it
 * is declared as removes the entry; every other finding is a warning, and the entry is used as it is, as client and server use it.
 */

import { CODES, diagnostic, type Diagnostic, type DiagnosticCode } from "../errors.js";
import { blameEntries } from "../load/blame-entries.js";
import { listSides, type Loaded } from "../load/load.js";
import type { EntryProblem } from "../load/odd-entries.js";

export interface Verdict {
  /** Entries to leave out. */
  readonly problems: readonly EntryProblem[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

export function judgeFindings(found: readonly Diagnostic[], loaded: Loaded): Verdict {
  const errors = found.filter(({ code }) => CODES[code].exit > 0);
  const others = new Set(
    listSides(loaded.sides).flatMap(({ whose, document }) =>
      whose === "another" ? document.file : [],
    ),
  );
  const isAnothers = ({ place }: Diagnostic): boolean => others.has(place?.file ?? "");
  const kept = errors.filter((each) => isAnothers(each) && !MISDECLARED.has(each.code));
  const blame = blameEntries(
    errors.filter((each) => !kept.includes(each)),
    loaded,
  );
  return {
    problems: blame.problems,
    errors: blame.others.filter((each) => !isAnothers(each)),
    warnings: [
      ...found.filter(({ code }) => CODES[code].exit === 0),
      ...[...kept, ...blame.others.filter(isAnothers)].map(deviation),
    ],
  };
}

/** The entry has another name, another version, or another parent than its schema: its types would be wrong. */
const MISDECLARED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "PROFILE_NAME_MISMATCH",
  "PROFILE_EXTENDS_MISSING",
  "PROFILE_SCHEMA_URL_MISMATCH",
]);

function deviation({ message, place, hint, related }: Diagnostic): Diagnostic {
  const found = diagnostic("PROFILE_DEVIATES", message, { place, hint });
  return related === undefined ? found : Object.freeze({ ...found, related });
}
