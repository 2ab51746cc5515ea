/**
 * Negotiation (§9.3), the same at build time and at run time.
 * In: the registry of a business and, if there is one, of a platform. Out: the agreement.
 */

import type { CapabilityDeclaration, Registry, Requirements, VersionRange } from "./registry.js";

/** Why a capability is not in the active set. */
export type ExclusionReason = "not-offered" | "no-common-version" | "orphaned" | "requires";

export interface Exclusion {
  readonly name: string;
  readonly reason: ExclusionReason;
  /** One sentence that names the parent, versions or requirement concerned. */
  readonly detail: string;
}

/** What two profiles agree on; with one profile alone, all that it declares. */
export interface Agreement {
  /** The protocol version used: the business's (§9.2). */
  readonly version: string;
  /** The active set, sorted by name; `extends` holds only active parents. */
  readonly capabilities: readonly CapabilityDeclaration[];
  readonly excluded: readonly Exclusion[];
}

/** Orders `YYYY-MM-DD` and `draft`, which sorts after every date (§9.1). */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  if (left === "draft") return 1;
  if (right === "draft") return -1;
  return left < right ? -1 : 1;
}

export function negotiate(business: Registry, platform?: Registry): Agreement {
  const excluded: Exclusion[] = [];
  let candidates = selectVersions(business, platform, excluded);
  if (platform !== undefined && compareVersions(platform.version, business.version) > 0) {
    // The protocol version used is the business's (§9.2), and a later platform may rely on more.
    const detail = `the platform speaks protocol ${platform.version}, later than the business's ${business.version}`;
    excluded.push(
      ...candidates.map(({ name }): Exclusion => ({ name, reason: "no-common-version", detail })),
    );
    candidates = [];
  }
  for (;;) {
    const kept = prune(candidates, business.version, excluded);
    if (kept.length === candidates.length) break;
    candidates = kept;
  }
  const names = new Set(candidates.map(({ name }) => name));
  return {
    version: business.version,
    capabilities: candidates
      .map((capability) => ({
        ...capability,
        extends: capability.extends.filter((parent) => names.has(parent)),
      }))
      .sort(byName),
    excluded: excluded.sort(byName),
  };
}

function selectVersions(
  business: Registry,
  platform: Registry | undefined,
  excluded: Exclusion[],
): CapabilityDeclaration[] {
  const offered = groupByName(business);
  const wanted = platform === undefined ? undefined : groupByName(platform);
  const selected: CapabilityDeclaration[] = [];
  for (const [name, declarations] of offered) {
    const theirs = wanted?.get(name);
    if (wanted !== undefined && theirs === undefined) {
      excluded.push({ name, reason: "not-offered", detail: "the platform does not declare it" });
      continue;
    }
    const common = declarations.filter(
      ({ version }) => theirs === undefined || theirs.some((their) => their.version === version),
    );
    const best = common.sort((left, right) => compareVersions(right.version, left.version))[0];
    if (best !== undefined) selected.push(best);
    else
      excluded.push({
        name,
        reason: "no-common-version",
        detail: versionGap(declarations, theirs ?? []),
      });
  }
  return selected;
}

function versionGap(
  ours: readonly CapabilityDeclaration[],
  theirs: readonly CapabilityDeclaration[],
): string {
  const list = (side: readonly CapabilityDeclaration[]): string =>
    side.map(({ version }) => version).join(", ");
  return `the business has ${list(ours)}, the platform ${list(theirs)}`;
}

/** One round: orphans first, found from the roots down so that a circle of orphans goes too. */
function prune(
  candidates: readonly CapabilityDeclaration[],
  protocol: string,
  excluded: Exclusion[],
): CapabilityDeclaration[] {
  const grounded = groundedNames(candidates);
  const byNameMap = new Map(candidates.map((capability) => [capability.name, capability]));
  return candidates.filter((capability) => {
    const { name, requires } = capability;
    if (!grounded.has(name)) {
      excluded.push({
        name,
        reason: "orphaned",
        detail: `extends ${capability.extends.join(", ")}, which is not active`,
      });
      return false;
    }
    const unmet =
      requires === undefined ? undefined : unmetRequirement(requires, protocol, byNameMap);
    if (unmet !== undefined) excluded.push({ name, reason: "requires", detail: unmet });
    return unmet === undefined;
  });
}

function groundedNames(candidates: readonly CapabilityDeclaration[]): ReadonlySet<string> {
  const grounded = new Set<string>();
  for (let size = -1; size !== grounded.size;) {
    size = grounded.size;
    for (const { name, extends: parents } of candidates) {
      if (parents.length === 0 || parents.some((parent) => grounded.has(parent)))
        grounded.add(name);
    }
  }
  return grounded;
}

function unmetRequirement(
  requires: Requirements,
  protocol: string,
  active: ReadonlyMap<string, CapabilityDeclaration>,
): string | undefined {
  if (requires.protocol !== undefined && !inRange(protocol, requires.protocol)) {
    return `requires protocol ${describeRange(requires.protocol)}, found ${protocol}`;
  }
  for (const [name, range] of Object.entries(requires.capabilities ?? {})) {
    const found = active.get(name);
    if (found === undefined) return `requires ${name}, which is not active`;
    if (!inRange(found.version, range))
      return `requires ${name} ${describeRange(range)}, found ${found.version}`;
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

function groupByName(registry: Registry): Map<string, CapabilityDeclaration[]> {
  const groups = new Map<string, CapabilityDeclaration[]>();
  for (const capability of registry.capabilities) {
    const group = groups.get(capability.name);
    if (group === undefined) groups.set(capability.name, [capability]);
    else group.push(capability);
  }
  return groups;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
