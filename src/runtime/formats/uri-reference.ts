/** The format `uri-reference` of RFC 3986: a URI, or a relative reference. */
import { isUri } from "./uri.js";
import { matchesUri, URI_REST } from "./uri-grammar.js";

// §4.2: a colon in the first segment would make the text before it a scheme.
const RELATIVE: RegExp = /* @__PURE__ */ new RegExp(`^(?![^/?#]*:)${URI_REST}`, "i");

export function isUriReference(value: string): boolean {
  return isUri(value) || matchesUri(RELATIVE, value);
}
