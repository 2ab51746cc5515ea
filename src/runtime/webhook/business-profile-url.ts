/** A business's profile URL (§5.4). In: text. Out: the one spelling that it has here. */

import { ProtocolError } from "../error/index.js";
import { profileUrl } from "../profile/profile-url.js";
import { vocabularyOf } from "../vocabulary/index.js";

declare const URL: new (url: string) => {
  readonly origin: string;
  readonly href: string;
};

export interface BusinessProfileUrlOptions {
  /** The protocol's. */
  readonly name: string;
  /** Lets it be http. */
  readonly development: boolean;
}

/**
 * https, and it points to `/.well-known/<name>` of its host, with nothing after that.
 * @throws ProtocolError invalid_profile_url
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
