/**
 * Findings as workflow commands of GitHub Actions, which shows them at the lines of a pull request. The most severe come
 * first, because GitHub shows only the first ten of each kind in a step.
 */

import type { Finding, Severity } from "./finding.js";
import { stripDotSlash } from "./file-uri.js";

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

const BY_SEVERITY = ["error", "warning", "note"] as const satisfies readonly Severity[];

export function toGithub(findings: readonly Finding[]): string {
  return BY_SEVERITY.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity).map(toCommand),
  ).join("\n");
}

function toCommand({ rule, severity, message, place, hint }: Finding): string {
  const properties = [
    ...(place === undefined ? [] : [formatProperty("file", stripDotSlash(place.file))]),
    ...(place?.line === undefined ? [] : [formatProperty("line", String(place.line))]),
    ...(place?.column === undefined ? [] : [formatProperty("col", String(place.column))]),
    formatProperty("title", rule),
  ];
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${COMMANDS[severity]} ${properties.join(",")}::${escapeData(text)}`;
}

function formatProperty(name: string, value: string): string {
  return `${name}=${escapeProperty(value)}`;
}

/** The runner reads a command to the end of its line, and decodes these three. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A comma ends a property, and two colons end the properties. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
