/**
 * The output of a run: data on stdout, everything else on stderr, and only as much of it as `--quiet`, `--verbose` and
 * the terminal allow.
 */

import { formatDiagnostic, formatLocation, type Diagnostic } from "../errors.js";
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
  data(text: string): void;
  /** A document in a format that was asked for, on stdout even with `--quiet`. */
  document(text: string): void;
  /** Problems that were found, on stdout even with `--quiet`. All but the colors must be printable already. */
  findings(text: string): void;
  /** The colors of stdout. */
  readonly paint: Paint;
  /** A stage begins. */
  stage(name: string): void;
  /** The last stage is over. */
  finish(): void;
  note(text: string): void;
  detail(text: string): void;
  warning(diagnostic: Diagnostic): void;
  error(diagnostic: Diagnostic): void;
}

export function createReporter(
  { stdout, stderr, env }: Host,
  { quiet, verbose = false }: Verbosity,
): Reporter {
  const capable = stderr.isTTY === true && env["TERM"] !== "dumb";
  const paintError = createPaint(stderr, env);
  const rewrites = capable && !quiet && !verbose;
  let running: { readonly name: string; readonly since: number } | undefined;

  function line(text: string): void {
    stderr.write(`${rewrites && running !== undefined ? CLEAR_LINE : ""}${text}\n`);
  }

  function endStage(): void {
    if (running === undefined) return;
    if (rewrites) stderr.write(CLEAR_LINE);
    else if (verbose) line(`${running.name} ${Math.round(performance.now() - running.since)} ms`);
    running = undefined;
  }

  return {
    // JSON leaves some control characters as they are; in its strings all of them may be escaped.
    json: (value) => void stdout.write(`${printable(JSON.stringify(value, null, 2))}\n`),
    jsonLine: (value) => void stdout.write(`${printable(JSON.stringify(value))}\n`),
    data: (text) => {
      if (!quiet) stdout.write(`${printable(text)}\n`);
    },
    document: (text) => void stdout.write(`${printable(text)}\n`),
    findings: (text) => void stdout.write(`${text}\n`),
    paint: createPaint(stdout, env),
    stage(name) {
      endStage();
      running = { name: printable(name), since: performance.now() };
      if (rewrites) stderr.write(`${CLEAR_LINE}${running.name} ...`);
    },
    finish: endStage,
    note: (text) => {
      if (!quiet) line(printable(text));
    },
    detail: (text) => {
      if (verbose) line(printable(text));
    },
    warning: (diagnostic) => {
      if (quiet) return;
      line(
        `${paintError("warning", "warning")}: ${diagnosticText("warning", diagnostic, paintError)}`,
      );
    },
    error: (diagnostic) => line(diagnosticText("error", diagnostic, paintError)),
  };
}

function diagnosticText(
  severity: "error" | "warning",
  diagnostic: Diagnostic,
  paint: Paint,
): string {
  const { code, place, related = [] } = diagnostic;
  const places = [...(place === undefined ? [] : [place]), ...related.map((each) => each.place)];
  const marks: Mark[] = [
    [severity, code],
    ...places.map((each): Mark => ["place", printable(formatLocation(each))]),
  ];
  return paintMarks(printable(formatDiagnostic(diagnostic)), marks, paint);
}

/** Escapes control characters: text of profiles, schemas and files must not control the terminal. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    escapeCharacter,
  );
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const CLEAR_LINE = "\r\u001b[2K";
