/**
 * The profile that a server publishes, against what its code was generated for. A platform negotiates with the
 * profile (§9.6): what that has beyond the code would be active for the platform, and refused by the server.
 */

import { joinPointer } from "../json/json-pointer.js";
import type { Agreement, DeclaredRegistry } from "../negotiation/index.js";

/** A capability, or a version of one, that is published and was not generated. */
export interface NotGenerated {
  readonly name: string;
  readonly version: string;
  /** The version that was generated; undefined where none was. */
  readonly generated: string | undefined;
  /** JSON pointer in the profile. */
  readonly pointer: string;
}

/** By `createServer`, before anything is served. */
export class ProfileNotGenerated extends TypeError {
  override readonly name: string = "ProfileNotGenerated";
  readonly code = "PROFILE_NOT_GENERATED";
  /** All of them, in the order of the profile; empty where only the version of the protocol differs. */
  readonly capabilities: readonly NotGenerated[];

  constructor(why: readonly string[], capabilities: readonly NotGenerated[]) {
    super(
      `PROFILE_NOT_GENERATED: the profile publishes what the code was not generated for: ${why.join("; ")}. ` +
        "Remove it from the profile, or run proto-gen again with this profile; " +
        "of each capability it generates one version, the highest that can be active.",
    );
    this.capabilities = capabilities;
  }
}

/**
 * @param name the protocol's: the profile's member
 * @param published the registry of the profile; it may have less than was generated
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
