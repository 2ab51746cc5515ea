/**
 * The output of a run: data on stdout, everything else on stderr, and only as much of it as `--quiet`, `--verbose` and
 * the terminal allow. Takes lines and whole reports that were made printable, and escapes JSON itself.
 */

import {
  diagnosticLines,
  diagnosticSeverity,
  errorsFirst,
  formatLocation,
  type Diagnostic,
  type SourceLocation,
} from "../errors.js";
import { jsonOutput } from "../text/json-output.js";
import { EMPTY_LINE, joinLines, type Line, type Printable } from "../text/line.js";
import { createPaint, paintMarks, type Mark, type Paint } from "./color.js";
import type { Host } from "./host.js";

export interface Verbosity {
  readonly quiet: boolean;
  readonly verbose?: boolean;
}

export interface Reporter {
  /** Machine-readable data, on stdout even with `--quiet`. */
  json(value: unknown): void;
  /** The same on one line, for readers of JSON Lines. */
  jsonLine(value: unknown): void;
  /** A result as text, on stdout. */
  data(...lines: readonly Line[]): void;
  /** A document in a format that was asked for, on stdout even with `--quiet`. Ends without a line break. */
  document(text: Printable): void;
  /** Problems that were found, on stdout even with `--quiet`. */
  findings(lines: readonly Line[]): void;
  /** The colors of stdout. */
  readonly paint: Paint;
  /** A stage begins. */
  stage(name: Line): void;
  /** The last stage is over. */
  finish(): void;
  note(text: Line): void;
  detail(text: Line): void;
  /** Prints another process's account of an error on stderr, even with `--quiet`. */
  complaint(text: Line): void;
  /** Errors, on stderr even with `--quiet`, and warnings behind them. */
  diagnostics(all: readonly Diagnostic[]): void;
}

export function createReporter(
  { stdout, stderr, env }: Host,
  { quiet, verbose = false }: Verbosity,
): Reporter {
  const capable = stderr.isTTY === true && env["TERM"] !== "dumb";
  const paintError = createPaint(stderr, env);
  const rewrites = capable && !quiet && !verbose;
  let running: { readonly name: Line; readonly since: number } | undefined;

  function print(text: Printable): void {
    stdout.write(`${text}\n` as Printable);
  }

  function line(text: Printable): void {
    const start = rewrites && running !== undefined ? CLEAR_LINE : "";
    stderr.write(`${start}${text}\n` as Printable);
  }

  function endStage(): void {
    if (running === undefined) return;
    const milliseconds = Math.round(performance.now() - running.since);
    if (rewrites) stderr.write(CLEAR_LINE);
    else if (verbose) line(`${running.name} ${milliseconds} ms` as Printable);
    running = undefined;
  }

  return {
    json: (value) => print(jsonOutput(value, 2)),
    jsonLine: (value) => print(jsonOutput(value)),
    data: (...lines) => {
      if (!quiet) print(joinLines(lines));
    },
    document: print,
    findings: (lines) => print(joinLines(lines)),
    paint: createPaint(stdout, env),
    stage(name) {
      endStage();
      running = { name, since: performance.now() };
      if (rewrites) stderr.write(`${CLEAR_LINE}${name} ...` as Printable);
    },
    finish: endStage,
    note: (text) => {
      if (!quiet) line(text);
    },
    detail: (text) => {
      if (verbose) line(text);
    },
    complaint: line,
    diagnostics: (all) => {
      for (const each of errorsFirst(all))
        if (!quiet || diagnosticSeverity(each) === "error") line(diagnosticText(each, paintError));
    },
  };
}

function diagnosticText(diagnostic: Diagnostic, paint: Paint): Printable {
  const { code, place, related = [] } = diagnostic;
  const severity = diagnosticSeverity(diagnostic);
  const places = [...(place === undefined ? [] : [place]), ...related.map((each) => each.place)];
  const [first = EMPTY_LINE, ...details] = diagnosticLines(diagnostic);
  const word: Mark[] = severity === "warning" ? [[severity, severity]] : [];
  return joinLines([
    paintMarks(first, [...word, [severity, code]], paint),
    ...paintPlaces(details, places, paint),
  ]);
}

/** Paints each place in the line that has it. */
export function paintPlaces(
  lines: readonly Line[],
  places: readonly SourceLocation[],
  paint: Paint,
): Line[] {
  return lines.map((each, index) => {
    const place = places[index];
    return place === undefined ? each : paintMarks(each, [["place", formatLocation(place)]], paint);
  });
}

const CLEAR_LINE = "\r\u001b[2K" as Printable;
