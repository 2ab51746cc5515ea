/** The format `uri-reference` of RFC 3986: a URI, or one relative to another. */
import { isUri } from "./uri.js";
import { matchesUri, URI_REST } from "./uri-grammar.js";

// §4.2: a colon in the first segment would make a scheme of what is before it.
const RELATIVE: RegExp = /* @__PURE__ */ new RegExp(`^(?![^/?#]*:)${URI_REST}`, "i");

export function isUriReference(value: string): boolean {
  return isUri(value) || matchesUri(RELATIVE, value);
}
