/** What is wrong while `generate --watch` runs: each error is printed once, and once more only with others. */

import { diagnostic, diagnosticSeverity, ProtoGenError, type Diagnostic } from "../../../errors.js";
import { startLine } from "../../../text/line.js";
import type { Reporter } from "../../reporter.js";

/** The name of a target, which may be undefined, or a symbol for what is no target. */
export type FailingPart = string | symbol | undefined;

export interface Failures {
  has(part: FailingPart): boolean;
  /** This is what was printed of the part last. */
  isShown(part: FailingPart, diagnostics: readonly Diagnostic[]): boolean;
  /** Prints what is wrong with a part, unless that was printed before and has not been fixed since. */
  show(part: FailingPart, diagnostics: readonly Diagnostic[], reporter: Reporter): void;
  /** The part has no errors. */
  clear(part: FailingPart): void;
  /** No other part has errors any more. */
  retain(parts: readonly FailingPart[]): void;
  /** True once after the last error has been fixed. */
  areFixed(): boolean;
}

export function createFailures(): Failures {
  const shown = new Map<FailingPart, string>();
  let hasFailed = false;
  const isShown = (part: FailingPart, diagnostics: readonly Diagnostic[]): boolean =>
    shown.get(part) === JSON.stringify(diagnostics);
  return {
    isShown,
    has: (part) => shown.has(part),
    show(part, diagnostics, reporter) {
      if (isShown(part, diagnostics)) {
        const { length } = diagnostics.filter((each) => diagnosticSeverity(each) === "error");
        reporter.note(startLine(length, `${length === 1 ? " error" : " errors"} as before`));
      } else reporter.diagnostics(diagnostics);
      shown.set(part, JSON.stringify(diagnostics));
      hasFailed = true;
    },
    clear(part) {
      shown.delete(part);
    },
    retain(parts) {
      for (const part of shown.keys()) if (!parts.includes(part)) shown.delete(part);
    },
    areFixed() {
      const areFixed = hasFailed && shown.size === 0;
      if (areFixed) hasFailed = false;
      return areFixed;
    },
  };
}

/** An unexpected error, as of a file that is removed while it is read, ends no watch. */
export async function diagnosticsOf(action: () => Promise<void>): Promise<readonly Diagnostic[]> {
  try {
    await action();
    return [];
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics;
    return [diagnostic("INTERNAL", error instanceof Error ? error.message : String(error))];
  }
}
