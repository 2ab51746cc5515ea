/**
 * Findings as workflow commands of GitHub Actions, which shows them at the lines of a pull request. In:
 * findings. Out: a line each, the gravest first: of each kind GitHub shows the first ten of a step.
 */

import type { Finding, Severity } from "./finding.js";
import { relativeName } from "./file-uri.js";

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

const FROM_THE_GRAVEST = ["error", "warning", "note"] as const satisfies readonly Severity[];

export function toGithub(findings: readonly Finding[]): string {
  return FROM_THE_GRAVEST.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity).map(annotation),
  ).join("\n");
}

function annotation({ rule, severity, message, place, hint }: Finding): string {
  const properties = [
    ...(place === undefined ? [] : [property("file", relativeName(place.file))]),
    ...(place?.line === undefined ? [] : [property("line", String(place.line))]),
    ...(place?.column === undefined ? [] : [property("col", String(place.column))]),
    property("title", rule),
  ];
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${COMMANDS[severity]} ${properties.join(",")}::${escapeData(text)}`;
}

function property(name: string, value: string): string {
  return `${name}=${escapeProperty(value)}`;
}

/** The runner reads a command up to the end of its line, and takes these three back. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Properties end at a comma, and all of them at two colons. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
