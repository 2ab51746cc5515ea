/**
 * Loads the documents of one entry of a profile. A failure that is the entry's own takes that entry, so that the others are loaded; what
 * may be right the next time, and what a limit refuses, ends the run.
 */

import { ProtoGenError, type Diagnostic, type DiagnosticCode } from "../errors.js";
import type { Document } from "./document.js";
import { MissingDocumentsError } from "./missing-documents.js";
import type { EntryProblem } from "./odd-entries.js";
import type { Profile } from "./profile.js";

/** An entry of the profile that is loaded, by its pointer there. */
export interface EntryPlace {
  readonly name: string;
  readonly pointer: string;
}

export interface Attempts {
  /**
   * @param entries those that fail where the action does; without any, the failure is thrown
   * @returns undefined where it has failed, which is kept
   */
  run<Result>(
    entries: readonly EntryPlace[],
    action: () => Promise<Result>,
  ): Promise<Result | undefined>;
  readonly failed: readonly EntryProblem[];
  /** Documents that may be there the next time: what misses them is not left out. */
  readonly unreached: readonly MissingDocumentsError[];
}

/** The first failure is thrown. */
export const NO_ATTEMPTS: Attempts = Object.freeze({
  run: <Result>(_: readonly EntryPlace[], action: () => Promise<Result>) => action(),
  failed: Object.freeze([]),
  unreached: Object.freeze([]),
});

/** What a crawl has found before it was given up. */
export interface Found {
  readonly documents: readonly Document[];
  /** URIs that no source contains. */
  readonly absent: readonly string[];
  /** Warnings. */
  readonly notices: readonly Diagnostic[];
}

/** Is thrown once all entries were tried, where some have failed. */
export class EntriesFailed extends ProtoGenError {
  readonly failed: readonly EntryProblem[];
  readonly unreached: readonly MissingDocumentsError[];
  readonly found: Found;

  constructor({ failed, unreached }: Pick<Attempts, "failed" | "unreached">, found: Found) {
    super(failed.flatMap(({ diagnostics }) => diagnostics));
    this.failed = failed;
    this.unreached = unreached;
    this.found = found;
  }
}

export function createAttempts({
  document: { originalPointer = (same) => same },
}: Pick<Profile, "document">): Attempts {
  const failed: EntryProblem[] = [];
  const unreached: MissingDocumentsError[] = [];
  return {
    ...{ failed, unreached },
    async run(entries, action) {
      try {
        return await action();
      } catch (error) {
        if (entries.length > 0 && isUnreached(error)) {
          unreached.push(error);
          return undefined;
        }
        const problems = ownProblems(error);
        if (problems === undefined || entries.length === 0) throw error;
        const missing = error instanceof MissingDocumentsError ? { missing: error } : {};
        for (const { name, pointer } of entries) {
          const original = originalPointer(pointer);
          // A document that another entry brought in may be blamed for what that one says: the next round tells.
          if (failed.length === 0 || !problems.some(({ code }) => IDENTITY.has(code)))
            failed.push({ name, pointer: original, diagnostics: problems, ...missing });
        }
        return undefined;
      }
    },
  };
}

/** What is wrong with an entry's documents themselves; undefined for anything else. */
export function ownProblems(error: unknown): readonly Diagnostic[] | undefined {
  if (!(error instanceof ProtoGenError)) return undefined;
  if (isUnreached(error)) return undefined;
  return error.diagnostics.some(({ code }) => LASTING.has(code)) ? undefined : error.diagnostics;
}

function isUnreached(error: unknown): error is MissingDocumentsError {
  return error instanceof MissingDocumentsError && !error.areNotAtHand;
}

/** Errors whoever the profile is of: a document that is not the one it was, one that is more than is read, and the user's own overlays. */
const LASTING: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "LOAD_TOO_LARGE",
  "SCHEMA_TOO_LARGE",
  "MODEL_TOO_LARGE",
  "LOAD_LOCK_MISMATCH",
  "LOAD_LOCK_INVALID",
  "OVERLAY_INVALID",
  "OVERLAY_NO_MATCH",
  "USAGE",
  "INTERNAL",
]);

/** Errors between two documents. */
const IDENTITY: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "LOAD_DUPLICATE_ID",
  "LOAD_DUPLICATE_ANCHOR",
]);
