/** Diagnostics as bundlers show them: a text, and a place that editors can open. */

import path from "node:path";
import { formatDiagnostic, type Diagnostic } from "../errors.js";

export const PLUGIN_NAME = "proto-gen";

export interface BundlerMessage {
  /** The code, the message, the place and the hint. */
  readonly message: string;
  readonly code: string;
  readonly place: MessagePlace | undefined;
}

export interface MessagePlace {
  /** Absolute, or a URL. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export function bundlerMessage(diagnostic: Diagnostic): BundlerMessage {
  return {
    message: formatDiagnostic(diagnostic),
    code: diagnostic.code,
    place: placeOf(diagnostic),
  };
}

/** One of several: bundlers end a build with a single error. The place is the first one's. */
export function joinedMessage(
  diagnostics: readonly [Diagnostic, ...(readonly Diagnostic[])],
): BundlerMessage {
  const [first, ...others] = diagnostics;
  const message = bundlerMessage(first);
  return { ...message, message: [message.message, ...others.map(formatDiagnostic)].join("\n\n") };
}

/** A whole file has its beginning. */
function placeOf({ place }: Diagnostic): MessagePlace | undefined {
  if (place === undefined) return undefined;
  const { file, line = 1, column = 1 } = place;
  return { file: isUrl(file) ? file : path.resolve(file), line, column };
}

function isUrl(file: string): boolean {
  return /^https?:/.test(file);
}
