/** Normalizes the profile URLs of platforms and businesses (§5.4), so that equal parties have equal URLs. */

import { ProtocolError } from "../error/protocol-error.js";
import { readWebUrl } from "../formats/web-url.js";
import { vocabularyOf } from "../vocabulary/vocabulary.js";

const LONGEST = 2_048;

/**
 * The URL of a platform's profile may have any path.
 * @throws ProtocolError `invalid_profile_url`
 */
export function profileUrl(text: unknown, development: boolean): string {
  if (typeof text !== "string" || text.length > LONGEST) throw invalid();
  const url = readWebUrl(text, development);
  // With a fragment, one document would have several cache entries.
  if (url === undefined || url.href.includes("#")) throw invalid();
  return url.href;
}

function invalid(): ProtocolError {
  return new ProtocolError("invalid_profile_url");
}

export interface BusinessProfileUrlOptions {
  /** The protocol's name. */
  readonly name: string;
  /** Allows http. */
  readonly development: boolean;
}

/**
 * Returns the profile URL of a business, normalized. Requires an https URL that is exactly `/.well-known/<name>` on its
 * host (§5.4).
 * @throws ProtocolError `invalid_profile_url`
 * @example
 * ```ts
 * import { businessProfileUrl } from "@proto-gen/runtime/webhook";
 *
 * const rules = { name: "proto", development: false };
 * businessProfileUrl("https://SHOP.example/.well-known/proto", rules); // "https://shop.example/.well-known/proto"
 * businessProfileUrl("https://shop.example/profile.json", rules); // throws ProtocolError
 * ```
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
