/**
 * Diagnostics and the error that carries them. A message reads `CODE: what, where, why`, points at the author's JSON
 * and gives the fix. The codes themselves are in `errors/codes/`.
 */

import type { ExitCode } from "./errors/code.js";
import { CODES, type DiagnosticCode } from "./errors/codes.js";
import {
  composedLine,
  indented,
  joinLines,
  line,
  pathLine,
  startLine,
  type Line,
  type Printable,
} from "./text/line.js";

export type { ExitCode } from "./errors/code.js";
export { CODES, type DiagnosticCode } from "./errors/codes.js";

/** A place in the author's files. */
export interface SourceLocation {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly place?: SourceLocation;
  /** Other places that the diagnostic is about, each with a description. */
  readonly related?: readonly { readonly message: string; readonly place: SourceLocation }[];
  readonly hint?: string;
}

/** Thrown by a stage that cannot continue. The CLI prints the diagnostics and exits with the highest exit code. */
export class ProtoGenError extends Error {
  override readonly name = "ProtoGenError";
  readonly #diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const ordered = errorsFirst(diagnostics);
    super(ordered.map(formatDiagnostic).join("\n"));
    this.#diagnostics = ordered;
  }

  /**
   * The errors that stopped the stage, and then the warnings that were found before. The message contains them: this is a getter, which Node
   * does not print once more.
   */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  get exitCode(): ExitCode {
    return diagnosticsExitCode(this.diagnostics);
  }
}

/** The place that a diagnostic points at, and the fix. */
export interface DiagnosticDetails {
  readonly place?: SourceLocation | undefined;
  /** The hint of the code by default. */
  readonly hint?: string | undefined;
}

export function diagnostic(
  code: DiagnosticCode,
  message: string,
  { place, hint }: DiagnosticDetails = {},
): Diagnostic {
  const advice = hint ?? CODES[code].hint;
  return Object.freeze({
    code,
    message,
    ...(place === undefined ? {} : { place }),
    ...(advice === undefined ? {} : { hint: advice }),
  });
}

export function failure(
  code: DiagnosticCode,
  message: string,
  details?: DiagnosticDetails,
): ProtoGenError {
  return new ProtoGenError([diagnostic(code, message, details)]);
}

export type DiagnosticSeverity = "error" | "warning";

/** A code that ends no run is that of a warning. */
export function diagnosticSeverity({ code }: Pick<Diagnostic, "code">): DiagnosticSeverity {
  return CODES[code].exit === 0 ? "warning" : "error";
}

export function errorsFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const having = (severity: DiagnosticSeverity): readonly Diagnostic[] =>
    diagnostics.filter((each) => diagnosticSeverity(each) === severity);
  return [...having("error"), ...having("warning")];
}

export function diagnosticsExitCode(diagnostics: readonly Diagnostic[]): ExitCode {
  return diagnostics.reduce<ExitCode>(
    (worst, { code }) => (CODES[code].exit > worst ? CODES[code].exit : worst),
    0,
  );
}

export function formatDiagnostic(each: Diagnostic): Printable {
  return joinLines(diagnosticLines(each));
}

/** `CODE: message`, or `warning: CODE: message`, then indented a line each for the place, related places and the hint. */
export function diagnosticLines({ code, message, ...details }: Diagnostic): Line[] {
  const isWarning = diagnosticSeverity({ code }) === "warning";
  const first = isWarning ? line`warning: ${code}: ${message}` : startLine(code, `: ${message}`);
  return [first, ...detailLines(details)];
}

/** The place, related places and the hint, indented. */
export function detailLines({
  place,
  related = [],
  hint,
}: DiagnosticDetails & Pick<Diagnostic, "related">): Line[] {
  return [
    ...(place === undefined ? [] : [locationLine(place)]),
    ...related.map((each) => composedLine(`${each.message}: ${formatLocation(each.place)}`)),
    ...(hint === undefined ? [] : [composedLine(hint)]),
  ].map((each) => indented(each));
}

export function locationLine(place: SourceLocation): Line {
  return pathLine(place.file, formatLocation(place).slice(place.file.length));
}

export function formatLocation({ file, line: number, column, pointer }: SourceLocation): string {
  const position =
    number === undefined ? "" : column === undefined ? `:${number}` : `:${number}:${column}`;
  return `${file}${position}${pointer === undefined || pointer === "" ? "" : ` (${pointer})`}`;
}
