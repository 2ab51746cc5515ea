/**
 * Negotiation (§9.3) between the registries of a business and, if there is one, a platform, the same at build time
 * and at run time.
 *
 * The candidates of a capability that both declare are the versions that both have, and the highest is chosen. A
 * version cannot be active if it has parents and none is active (an orphan), or if its schema's `requires` is not
 * met. It is dropped, and the next lower version becomes the candidate:
 *
 * 1. Drop every version that fails under every choice: no candidate of its parents or of a required capability would
 *    do, or the protocol's version is out of range. Repeat until there is none.
 * 2. Among the highest candidates, drop the first by name that fails with the others, and return to 1.
 *
 * Dropped versions do not come back. A version is only dropped for what it extends or requires itself, never because
 * another would need a lower one. Every round drops a version, so this terminates; candidates are ordered by name and
 * version, so the order of declarations does not matter (ADR 58).
 */

import type { CapabilityDeclaration, Registry, Requirements, VersionRange } from "./registry.js";
import { compareVersions } from "./version.js";

/** Why a capability is not active. */
export type ExclusionReason = "not-offered" | "no-common-version" | "orphaned" | "requires";

interface Exclusion {
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

/** By capability, sorted by name: its versions, highest first. */
type Versions = ReadonlyMap<string, readonly CapabilityDeclaration[]>;

/** Why a version cannot be active. */
interface Failure {
  readonly name: string;
  readonly reason: "orphaned" | "requires";
  readonly detail: string;
}

interface Choice {
  readonly chosen: readonly CapabilityDeclaration[];
  /** For each capability without a version: why its highest common one failed. */
  readonly failures: readonly Failure[];
}

type Failures = ReadonlyMap<CapabilityDeclaration, Failure>;

function chooseVersions(common: Versions, protocol: string): Choice {
  const dropped = new Map<CapabilityDeclaration, Failure>();
  for (let left = common; ;) {
    const highest = highestOf(left);
    const failing = nextFailures(left, highest, protocol);
    if (failing.size === 0) {
      return {
        chosen: [...highest.values()].flat(),
        failures: [...common.values()].flatMap(([best]) =>
          best === undefined || highest.has(best.name) ? [] : (dropped.get(best) ?? []),
        ),
      };
    }
    for (const [version, failure] of failing) dropped.set(version, failure);
    left = without(left, dropped);
  }
}

/** The versions that fail under every choice; if there are none, the first that fails under this choice. */
function nextFailures(left: Versions, highest: Versions, protocol: string): Failures {
  const impossible = failuresAmong(left, protocol);
  return impossible.size > 0
    ? impossible
    : new Map([...failuresAmong(highest, protocol)].slice(0, 1));
}

/** The versions that lack a parent or a requirement, even if the best of `versions` is chosen for the others. */
function failuresAmong(versions: Versions, protocol: string): Failures {
  const grounded = groundedNames(versions);
  const failures = new Map<CapabilityDeclaration, Failure>();
  for (const declaration of [...versions.values()].flat()) {
    const { name, extends: parents, requires } = declaration;
    if (!isGrounded(declaration, grounded)) {
      const detail = `extends ${[...parents].sort().join(", ")}, which is not active`;
      failures.set(declaration, { name, reason: "orphaned", detail });
      continue;
    }
    const detail = requires && unmetRequirement(requires, protocol, versions);
    if (detail !== undefined) failures.set(declaration, { name, reason: "requires", detail });
  }
  return failures;
}

/** Starts at the roots, so extensions that only extend each other are orphans too. */
function groundedNames(versions: Versions): ReadonlySet<string> {
  const grounded = new Set<string>();
  for (let size = -1; size !== grounded.size;) {
    size = grounded.size;
    for (const [name, declarations] of versions)
      if (declarations.some((each) => isGrounded(each, grounded))) grounded.add(name);
  }
  return grounded;
}

function isGrounded(
  { extends: parents }: CapabilityDeclaration,
  grounded: ReadonlySet<string>,
): boolean {
  return parents.length === 0 || parents.some((parent) => grounded.has(parent));
}

function highestOf(versions: Versions): Versions {
  return new Map([...versions].map(([name, declarations]) => [name, declarations.slice(0, 1)]));
}

function without(versions: Versions, dropped: Failures): Versions {
  return new Map(
    [...versions].flatMap(([name, declarations]) => {
      const kept = declarations.filter((each) => !dropped.has(each));
      return kept.length === 0 ? [] : [[name, kept] as const];
    }),
  );
}

/**
 * Describes the first requirement of a schema that is not met.
 * @param versions by capability, highest first; one of them must be in range
 * @returns undefined if every requirement is met
 */
function unmetRequirement(
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
