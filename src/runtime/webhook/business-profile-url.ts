/** Normalizes a business's profile URL (§5.4), so that equal businesses have equal URLs. */

import { ProtocolError } from "../error/index.js";
import { profileUrl } from "../profile/profile-url.js";
import { vocabularyOf } from "../vocabulary/index.js";

export interface BusinessProfileUrlOptions {
  /** The protocol's name. */
  readonly name: string;
  /** Allows http. */
  readonly development: boolean;
}

/**
 * Requires an https URL that is exactly `/.well-known/<name>` on its host.
 * @throws ProtocolError `invalid_profile_url`
 */
export function businessProfileUrl(
  text: unknown,
  { name, development }: BusinessProfileUrlOptions,
): string {
  const url = new URL(profileUrl(text, development));
  if (url.href === url.origin + vocabularyOf(name).discoveryPath) return url.href;
  const content = `The profile URL of a business must point to ${vocabularyOf(name).discoveryPath}.`;
  throw new ProtocolError("invalid_profile_url", { content });
}
