/**
 * Findings as SARIF 2.1.0 (OASIS), which code scanning and editors read. In: findings, the rules that they name,
 * and the tool. Out: the log, as JSON to print.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { SourceLocation } from "../errors.js";
import { fileUri } from "./file-uri.js";
import type { Finding, FindingRule } from "./finding.js";

/** Who made the log. */
export interface SarifTool {
  readonly name: string;
  readonly version: string;
}

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Where relative URIs start: whoever reads the log knows where the sources are (§3.4.4). */
const SOURCE_ROOT = "%SRCROOT%";

/** Its version is part of its name, so that another way to count does not mix with this one (§3.27.17). */
const FINGERPRINT = "protoGen/v1";

/** A finding whose rule is not among `rules` keeps its id, and has no index. */
export function toSarif(
  findings: readonly Finding[],
  rules: readonly FindingRule[],
  tool: SarifTool,
): JsonObject {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(ruleOf) } },
        // Places count what JavaScript strings count.
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => resultOf(finding, indexes.get(finding.rule))),
      },
    ],
  };
}

function ruleOf({ id, summary, severity }: FindingRule): JsonObject {
  return {
    id,
    shortDescription: { text: summary },
    // Code scanning wants all three.
    fullDescription: { text: summary },
    help: { text: summary },
    defaultConfiguration: { level: severity },
  };
}

function resultOf(
  { rule, severity, message, place, related, hint, fingerprint }: Finding,
  index: number | undefined,
): JsonObject {
  return {
    ruleId: rule,
    ...(index === undefined ? {} : { ruleIndex: index }),
    level: severity,
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    ...(place === undefined ? {} : { locations: [locationOf(place)] }),
    ...(related.length === 0 ? {} : { relatedLocations: related.map(relatedLocation) }),
    partialFingerprints: { [FINGERPRINT]: fingerprint },
  };
}

function relatedLocation({ message, place }: Finding["related"][number], id: number): JsonObject {
  return { id, message: { text: message }, ...locationOf(place) };
}

function locationOf({ file, line, column, pointer }: SourceLocation): Record<string, Json> {
  const uri = fileUri(file);
  const relative = !uri.startsWith("file:");
  return {
    physicalLocation: {
      artifactLocation: { uri, ...(relative ? { uriBaseId: SOURCE_ROOT } : {}) },
      ...(line === undefined ? {} : { region: regionOf(line, column) }),
    },
    // For JSON, a logical location's full name is its pointer (§3.33.5).
    ...(pointer === undefined || pointer === ""
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

function regionOf(line: number, column: number | undefined): JsonObject {
  return { startLine: line, ...(column === undefined ? {} : { startColumn: column }) };
}
