/** Describes the first requirement of a schema that is not met. */

import { compareVersions } from "./compare-versions.js";
import type { CapabilityDeclaration, Requirements, VersionRange } from "./registry.js";

/**
 * @param versions by capability, highest first; one of them must be in range
 * @returns undefined if every requirement is met
 */
export function unmetRequirement(
  { protocol: range, capabilities = {} }: Requirements,
  protocol: string,
  versions: ReadonlyMap<string, readonly CapabilityDeclaration[]>,
): string | undefined {
  if (range !== undefined && !inRange(protocol, range))
    return `requires protocol ${describeRange(range)}, found ${protocol}`;
  // Sorted by name, so the result does not depend on the order in the schema.
  for (const name of Object.keys(capabilities).sort()) {
    const wanted = capabilities[name] ?? {};
    const found = versions.get(name) ?? [];
    if (found.some(({ version }) => inRange(version, wanted))) continue;
    return found[0] === undefined
      ? `requires ${name}, which is not active`
      : `requires ${name} ${describeRange(wanted)}, found ${found[0].version}`;
  }
  return undefined;
}

function inRange(version: string, { min, max }: VersionRange): boolean {
  return (
    (min === undefined || compareVersions(version, min) >= 0) &&
    (max === undefined || compareVersions(version, max) <= 0)
  );
}

function describeRange({ min, max }: VersionRange): string {
  if (max === undefined) return min === undefined ? "of any version" : `from ${min}`;
  return min === undefined ? `up to ${max}` : `from ${min} to ${max}`;
}
