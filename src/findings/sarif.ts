/** Findings as a SARIF 2.1.0 log (OASIS), which code scanning and editors read. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { SourceLocation } from "../errors.js";
import { fileUri } from "./file-uri.js";
import type { Finding, FindingRule } from "./finding.js";

export interface SarifTool {
  readonly name: string;
  readonly version: string;
}

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Relative URIs start at the root of the sources, which the reader of the log knows (§3.4.4). */
const SOURCE_ROOT = "%SRCROOT%";

/** The version keeps fingerprints apart from those of a later algorithm (§3.27.17). */
const FINGERPRINT = "protoGen/v1";

/** A finding whose rule is not among `rules` has no rule index. */
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
        tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(toRule) } },
        // Columns are indexes of JavaScript strings.
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => toResult(finding, indexes.get(finding.rule))),
      },
    ],
  };
}

function toRule({ id, summary, severity }: FindingRule): JsonObject {
  return {
    id,
    shortDescription: { text: summary },
    // GitHub code scanning requires all three.
    fullDescription: { text: summary },
    help: { text: summary },
    defaultConfiguration: { level: severity },
  };
}

function toResult(
  { rule, severity, message, place, related, hint, fingerprint }: Finding,
  index: number | undefined,
): JsonObject {
  return {
    ruleId: rule,
    ...(index === undefined ? {} : { ruleIndex: index }),
    level: severity,
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    ...(place === undefined ? {} : { locations: [toLocation(place)] }),
    ...(related.length === 0 ? {} : { relatedLocations: related.map(toRelatedLocation) }),
    partialFingerprints: { [FINGERPRINT]: fingerprint },
  };
}

function toRelatedLocation({ message, place }: Finding["related"][number], id: number): JsonObject {
  return { id, message: { text: message }, ...toLocation(place) };
}

function toLocation({ file, line, column, pointer }: SourceLocation): Record<string, Json> {
  const uri = fileUri(file);
  const relative = !uri.startsWith("file:");
  return {
    physicalLocation: {
      artifactLocation: { uri, ...(relative ? { uriBaseId: SOURCE_ROOT } : {}) },
      ...(line === undefined ? {} : { region: toRegion(line, column) }),
    },
    // For JSON, a logical location's full name is its pointer (§3.33.5).
    ...(pointer === undefined || pointer === ""
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

function toRegion(line: number, column: number | undefined): JsonObject {
  return { startLine: line, ...(column === undefined ? {} : { startColumn: column }) };
}
