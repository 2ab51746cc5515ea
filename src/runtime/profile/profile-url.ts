/** Normalizes a platform's profile URL, which may have any path (§5.4). */

import { ProtocolError } from "../error/index.js";
import { isWebUrl } from "../formats/web-url.js";

const LONGEST = 2_048;

/** @throws ProtocolError `invalid_profile_url` */
export function profileUrl(text: unknown, development: boolean): string {
  if (typeof text !== "string" || text.length > LONGEST) throw invalid();
  if (!isWebUrl(text) || !URL.canParse(text)) throw invalid();
  const { href, protocol, username, password } = new URL(text);
  const isWeb = protocol === "https:" || (development && protocol === "http:");
  // With a fragment, one document would have several cache entries.
  if (!isWeb || username !== "" || password !== "" || href.includes("#")) throw invalid();
  return href;
}

function invalid(): ProtocolError {
  return new ProtocolError("invalid_profile_url");
}
