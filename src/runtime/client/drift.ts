/** Differences between a business's live profile and what the code was generated for. */

import type { Agreement, ExclusionReason } from "../negotiation/negotiate.js";
import type { DeclaredRegistry, Endpoints } from "../negotiation/registry.js";
import type { LeftOut } from "../profile/sound-profile.js";
import type { Service, TransportName } from "../service/operation.js";

export type Drift =
  /** Its operations are rejected, and its members are no longer validated. */
  | {
      readonly kind: "capability_gone";
      readonly name: string;
      readonly reason: ExclusionReason;
      readonly detail: string;
    }
  /** Only other versions are available, so it counts as gone. */
  | {
      readonly kind: "capability_version";
      readonly name: string;
      readonly built: string;
      readonly live: readonly string[];
    }
  /** Its members are preserved, but no type has them: generate the code again. */
  | {
      readonly kind: "capability_unknown";
      readonly name: string;
      readonly versions: readonly string[];
    }
  /** The live endpoint is used. */
  | {
      readonly kind: "endpoint";
      readonly service: string;
      readonly transport: TransportName;
      readonly built: string | undefined;
      readonly live: string | undefined;
    }
  /**
   * An entry of the profile breaks the protocol (§2.1) or does not belong to its host (§1.9), and is ignored. Tell
   * the business.
   */
  | {
      readonly kind: "entry_left_out";
      /** Absent if the profile has no name for it. */
      readonly name?: string;
      /** JSON Pointer to the invalid place in the profile. */
      readonly pointer: string;
      readonly reason: string;
    }
  /**
   * The business uses another version, and names this profile for that of the code, which is used: generate the code
   * again.
   */
  | {
      readonly kind: "supported_version";
      readonly built: string;
      readonly live: string;
      /** URL of the profile in use. */
      readonly profile: string;
    };

const NOT_DECLARED = "the business does not declare it";

interface Seen extends Pick<Agreement, "excluded"> {
  readonly leftOut: readonly LeftOut[];
}

export function entryDrift(leftOut: readonly LeftOut[]): readonly Drift[] {
  return leftOut.map(({ name, place, reason }) => ({
    kind: "entry_left_out",
    ...(name === undefined ? {} : { name }),
    pointer: place,
    reason,
  }));
}

export function capabilityDrift(
  built: Agreement,
  live: DeclaredRegistry,
  { excluded, leftOut }: Seen,
): readonly Drift[] {
  const versions = versionsOf(live);
  const gone = excluded.map(({ name, reason, detail }): Drift => {
    if (reason !== "no-common-version")
      return {
        kind: "capability_gone",
        name,
        reason,
        // From the client's point of view, it is the business that does not offer it.
        detail:
          reason === "not-offered"
            ? (leftOut.find((each) => each.name === name)?.reason ?? NOT_DECLARED)
            : detail,
      };
    const own = built.capabilities.find((each) => each.name === name)?.version ?? "";
    return { kind: "capability_version", name, built: own, live: versions.get(name) ?? [] };
  });
  // Capabilities excluded on purpose are known too.
  const known = new Set([...built.capabilities, ...built.excluded].map(({ name }) => name));
  const unknown = [...versions]
    .filter(([name]) => !known.has(name))
    .map(([name, own]): Drift => ({ kind: "capability_unknown", name, versions: own }));
  return [...gone, ...unknown];
}

export function endpointDrift(
  { name: service, endpoints: built }: Service,
  live: Endpoints,
): readonly Drift[] {
  // The code was generated from a platform's profile, which has no endpoints.
  if (Object.keys(built).length === 0) return [];
  const names = Object.keys({ ...built, ...live }) as TransportName[];
  return names
    .filter((transport) => built[transport] !== live[transport])
    .map((transport) => ({
      kind: "endpoint",
      service,
      transport,
      built: built[transport],
      live: live[transport],
    }));
}

function versionsOf({ capabilities }: DeclaredRegistry): Map<string, readonly string[]> {
  const versions = new Map<string, readonly string[]>();
  for (const { name, version } of capabilities)
    versions.set(name, [...(versions.get(name) ?? []), version]);
  return versions;
}
