/**
 * Takes the errors that checks find. A run of the generator stops at the first one; a check for an author collects them.
 * Finding the line of an error takes time, so that a sink is given a function that makes the diagnostic.
 */

import { ProtoGenError, type Diagnostic } from "../errors.js";
import type { Document } from "./document.js";

export type DiagnosticSink = (document: Document, make: () => Diagnostic) => void;

/** @throws ProtoGenError with the diagnostic */
export function throwDiagnostic(_document: Document, make: () => Diagnostic): void {
  throw new ProtoGenError([make()]);
}

export interface DiagnosticCollection {
  readonly report: DiagnosticSink;
  /** Each once, however often it was reported. */
  readonly diagnostics: ReadonlyMap<string, Diagnostic>;
  /** Files with so much wrong that not all of it was collected. */
  readonly truncatedFiles: ReadonlySet<string>;
}

/** A hostile document has millions of mistakes, and each takes time to find its line. */
const MAX_BY_DOCUMENT = 200;

export function createDiagnosticCollection(): DiagnosticCollection {
  const found = new Map<string, Diagnostic>();
  const counts = new Map<string, number>();
  const more = new Set<string>();
  return {
    diagnostics: found,
    truncatedFiles: more,
    report(document, make) {
      const count = (counts.get(document.file) ?? 0) + 1;
      counts.set(document.file, count);
      if (count > MAX_BY_DOCUMENT) {
        more.add(document.file);
        return;
      }
      const one = make();
      found.set(JSON.stringify([one.code, one.message, one.place]), one);
    },
  };
}
