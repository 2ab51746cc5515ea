/**
 * Negotiation (§9.3) between the registries of a business and, if there is one, a platform, the same at build time
 * and at run time.
 *
 * The candidates of a capability that both declare are the versions that both have, and the highest is chosen. A
 * version cannot be active if it has parents and none is active (an orphan), or if its schema's `requires` is not
 * met. It is dropped, and the next lower version becomes the candidate:
 *
 * 1. Drop every version that fails under every choice: no candidate of its parents or of a required capability would
 * do, or the protocol's version is out of range. Repeat until there is none.
 * 2. Among the highest candidates, drop the first by name that fails with the others, and return to 1.
 *
 * Dropped versions do not come back. A version is only dropped for what it extends or requires itself, never because
 * another would need a lower one. Every round drops a version, so this terminates; candidates are ordered by name and
 * version, so the order of declarations does not matter (ADR 58).
 */

import { chooseVersions, type Versions } from "./choose-versions.js";
import { compareVersions } from "./version.js";
import type { CapabilityDeclaration, Registry } from "./registry.js";

/** Why a capability is not active. */
export type ExclusionReason = "not-offered" | "no-common-version" | "orphaned" | "requires";

export interface Exclusion {
  readonly name: string;
  /** For `orphaned` and `requires`: why the highest common version failed. */
  readonly reason: ExclusionReason;
  /** One sentence that names the parent, versions or requirement. */
  readonly detail: string;
}

/** The agreement of two profiles, or everything that a single profile declares. */
export interface Agreement {
  /** The protocol version in use, which is the business's (§9.2). */
  readonly version: string;
  /** The active capabilities, sorted by name. `extends` has only active parents, also sorted. */
  readonly capabilities: readonly CapabilityDeclaration[];
  /** Sorted by name. */
  readonly excluded: readonly Exclusion[];
}

/**
 * Computes the capabilities that both registries have, and why the others of the business are excluded (§9.3). Without
 * a platform, every capability of the business that has its parents and requirements is active.
 * @example
 * ```ts
 * import { negotiate } from "@proto-gen/runtime/negotiation";
 *
 * const version = "2026-11-27";
 * const checkout = { name: "dev.proto.shopping.checkout", version, extends: [] };
 * const discount = { name: "dev.proto.shopping.discount", version, extends: [checkout.name] };
 * const business = { version, capabilities: [checkout, discount] };
 * const { excluded } = negotiate(business, { version, capabilities: [discount] });
 * excluded.map(({ reason }) => reason); // ["not-offered", "orphaned"]
 * ```
 */
export function negotiate(business: Registry, platform?: Registry): Agreement {
  const { version } = business;
  const { common, excluded } = commonVersions(business, platform);
  const { chosen, failures } = chooseVersions(common, version);
  const names = new Set(chosen.map(({ name }) => name));
  return {
    version,
    capabilities: chosen.map((capability) => ({
      ...capability,
      extends: capability.extends.filter((parent) => names.has(parent)).sort(),
    })),
    excluded: [...excluded, ...failures].sort(byName),
  };
}

interface CommonVersions {
  readonly common: Versions;
  readonly excluded: readonly Exclusion[];
}

function commonVersions(business: Registry, platform: Registry | undefined): CommonVersions {
  const offered = versionsByName(business);
  if (platform === undefined) return { common: offered, excluded: [] };
  const wanted = versionsByName(platform);
  const common = new Map<string, readonly CapabilityDeclaration[]>();
  const excluded: Exclusion[] = [];
  // The protocol version in use is the business's (§9.2), and a later platform may rely on more.
  const isLater =
    compareVersions(platform.version, business.version) > 0 &&
    !speaksEarlier(wanted, business.version);
  for (const [name, ours] of offered) {
    const theirs = wanted.get(name);
    if (theirs === undefined) {
      excluded.push({ name, reason: "not-offered", detail: "the platform does not declare it" });
      continue;
    }
    const known = new Set(theirs.map(({ version }) => version));
    const both = ours.filter(({ version }) => known.has(version));
    if (both.length > 0 && !isLater) common.set(name, both);
    else {
      const detail = both.length > 0 ? protocolGap(business, platform) : versionGap(ours, theirs);
      excluded.push({ name, reason: "no-common-version", detail });
    }
  }
  return { common, excluded };
}

/**
 * True if a platform's registry covers several releases: it declares some capability both in the version of `release`
 * and in a later one, so it does not rely on the later one.
 */
function speaksEarlier(wanted: Versions, release: string): boolean {
  return [...wanted.values()].some(
    (versions) =>
      versions.some(({ version }) => version === release) &&
      versions.some(({ version }) => compareVersions(version, release) > 0),
  );
}

function protocolGap(business: Registry, platform: Registry): string {
  return `the platform uses protocol ${platform.version}, later than the business's ${business.version}`;
}

function versionGap(
  ours: readonly CapabilityDeclaration[],
  theirs: readonly CapabilityDeclaration[],
): string {
  const list = (side: readonly CapabilityDeclaration[]): string =>
    side.map(({ version }) => version).join(", ");
  return `the business has ${list(ours)}, the platform ${list(theirs)}`;
}

function versionsByName({ capabilities }: Registry): Versions {
  const versions = new Map<string, CapabilityDeclaration[]>();
  for (const capability of [...capabilities].sort(byName)) {
    const others = versions.get(capability.name);
    if (others === undefined) versions.set(capability.name, [capability]);
    else others.push(capability);
  }
  for (const each of versions.values())
    each.sort((left, right) => compareVersions(right.version, left.version));
  return versions;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
