/** Normalizes a platform's profile URL, which may have any path (§5.4). */

import { ProtocolError } from "../error/index.js";
import { readWebUrl } from "../formats/web-url.js";

const LONGEST = 2_048;

/** @throws ProtocolError `invalid_profile_url` */
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
