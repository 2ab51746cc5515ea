/**
 * Chooses the active version of each capability among those that both sides have. `negotiate.ts` explains the rule.
 */

import type { CapabilityDeclaration, Requirements, VersionRange } from "./registry.js";
import { compareVersions } from "./version.js";

/** By capability, sorted by name: its versions, highest first. */
export type Versions = ReadonlyMap<string, readonly CapabilityDeclaration[]>;

/** Why a version cannot be active. */
export interface Failure {
  readonly name: string;
  readonly reason: "orphaned" | "requires";
  readonly detail: string;
}

export interface Choice {
  readonly chosen: readonly CapabilityDeclaration[];
  /** For each capability without a version: why its highest common one failed. */
  readonly failures: readonly Failure[];
}

type Failures = ReadonlyMap<CapabilityDeclaration, Failure>;

export function chooseVersions(common: Versions, protocol: string): Choice {
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
