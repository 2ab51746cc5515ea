/**
 * What has changed since the code was generated. In: what it was generated for, and the live profile of
 * the business. Out: each difference.
 */

import type { Agreement, DeclaredRegistry, ExclusionReason } from "../negotiation/index.js";
import type { LeftOut } from "../profile/sound-profile.js";
import type { Service, TransportName } from "../service/index.js";
import type { Endpoints } from "../service/endpoints.js";

export type Drift =
  /** Its operations are refused, its members no longer checked. */
  | {
      readonly kind: "capability_gone";
      readonly name: string;
      readonly reason: ExclusionReason;
      readonly detail: string;
    }
  /** It is there in other versions only, so it is as good as gone. */
  | {
      readonly kind: "capability_version";
      readonly name: string;
      readonly built: string;
      readonly live: readonly string[];
    }
  /** Its members are kept, and no type has them: generate again. */
  | {
      readonly kind: "capability_unknown";
      readonly name: string;
      readonly versions: readonly string[];
    }
  /** The live one is used. */
  | {
      readonly kind: "endpoint";
      readonly service: string;
      readonly transport: TransportName;
      readonly built: string | undefined;
      readonly live: string | undefined;
    }
  /** An entry of the profile breaks the protocol (§2.1), or is not its host's (§1.9): it is not used. Tell the business. */
  | {
      readonly kind: "entry_left_out";
      /** Absent where the profile has no text for it. */
      readonly name?: string;
      /** JSON Pointer in the profile: of the place that is wrong. */
      readonly pointer: string;
      readonly reason: string;
    }
  /** The business speaks another version, and names this profile for that of the code, which is used: generate again. */
  | {
      readonly kind: "supported_version";
      readonly built: string;
      readonly live: string;
      /** Its URL. */
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
        // Seen from here, it is the business that does not.
        detail:
          reason === "not-offered"
            ? (leftOut.find((each) => each.name === name)?.reason ?? NOT_DECLARED)
            : detail,
      };
    const own = built.capabilities.find((each) => each.name === name)?.version ?? "";
    return { kind: "capability_version", name, built: own, live: versions.get(name) ?? [] };
  });
  // What was left out on purpose is known all the same.
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
  // Generated from a platform's profile, which knows no business and so no endpoint.
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
