/**
 * Checks that the published profile has nothing that the code was not generated for. Platforms negotiate with the
 * profile (§9.6): anything beyond the code would be active for the platform and refused by the server.
 */

import { joinPointer } from "../json/json-pointer.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { DeclaredRegistry } from "../negotiation/registry.js";

/** A published capability, or version of one, that was not generated. */
export interface NotGenerated {
  readonly name: string;
  readonly version: string;
  /** The version that was generated. Undefined if there is none. */
  readonly generated: string | undefined;
  /** JSON pointer in the profile. */
  readonly pointer: string;
}

/** Thrown by `createServer`, before anything is served. */
export class ProfileNotGenerated extends TypeError {
  override readonly name: string = "ProfileNotGenerated";
  readonly code = "PROFILE_NOT_GENERATED";
  /** In the order of the profile. Empty if only the protocol's version differs. */
  readonly capabilities: readonly NotGenerated[];

  constructor(why: readonly string[], capabilities: readonly NotGenerated[]) {
    super(
      `PROFILE_NOT_GENERATED: the code was not generated for what the profile publishes: ${why.join("; ")}. ` +
        "Remove it from the profile, or run proto-gen again with this profile; " +
        "it generates one version per capability, the highest that can be active.",
    );
    this.capabilities = capabilities;
  }
}

/**
 * @param name the profile's member, which is the protocol's name
 * @param published the profile's registry; it may have less than was generated
 * @throws ProfileNotGenerated
 */
export function requireGenerated(
  name: string,
  agreement: Agreement,
  published: DeclaredRegistry,
): void {
  const generated = new Map(agreement.capabilities.map((each) => [each.name, each.version]));
  const unknown = published.capabilities
    .filter((each) => generated.get(each.name) !== each.version)
    .map((each) => ({
      name: each.name,
      version: each.version,
      generated: generated.get(each.name),
      pointer: joinPointer("", name) + each.pointer,
    }));
  const why = [
    ...(published.version === agreement.version ? [] : [versionText(agreement, published)]),
    ...unknown.map(notGeneratedText),
  ];
  if (why.length > 0) throw new ProfileNotGenerated(why, unknown);
}

function versionText(agreement: Agreement, published: DeclaredRegistry): string {
  return `protocol ${published.version} (generated for ${agreement.version})`;
}

function notGeneratedText({ name, version, generated, pointer }: NotGenerated): string {
  const instead = generated === undefined ? "" : ` (generated in ${generated})`;
  return `${name} ${version} at ${pointer}${instead}`;
}
