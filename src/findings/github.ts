/**
 * Findings as workflow commands of GitHub Actions, which shows them at the lines of a pull request. The most severe come
 * first, because GitHub shows only the first ten of each kind in a step.
 */

import { printable, type Printable } from "../text/line.js";
import type { Finding, Severity } from "./finding.js";
import { stripDotSlash } from "./file-uri.js";

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

const BY_SEVERITY = ["error", "warning", "note"] as const satisfies readonly Severity[];

export function toGithub(findings: readonly Finding[]): Printable {
  return BY_SEVERITY.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity).map(toCommand),
  ).join("\n") as Printable;
}

function toCommand({ rule, severity, message, place, hint }: Finding): string {
  const properties = [
    ...(place === undefined ? [] : [formatProperty("file", stripDotSlash(place.file))]),
    ...(place?.line === undefined ? [] : [formatProperty("line", String(place.line))]),
    ...(place?.column === undefined ? [] : [formatProperty("col", String(place.column))]),
    formatProperty("title", rule),
  ];
  const text = (hint === undefined ? [message] : [message, hint]).map(escapeData).join("%0A");
  return `::${COMMANDS[severity]} ${properties.join(",")}::${text}`;
}

function formatProperty(name: string, value: string): string {
  return `${name}=${escapeProperty(value)}`;
}

/** The runner reads a command to the end of its line, and decodes `%25`, `%0D` and `%0A`. */
function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

/** A comma ends a property, and two colons end the properties. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
