/** The format `uri` of RFC 3986, in linear time: each repetition stops at a character that it does not include. */
import { matchesUri, URI_REST } from "./uri-grammar.js";

const URI: RegExp = /* @__PURE__ */ new RegExp(`^[a-z][a-z\\d+.-]*:${URI_REST}`, "i");

// Most URIs have a host, no user information and no percent-encoding. Twice as fast as the full grammar, which checks
// everything that this does not match.
const COMMON =
  /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?(?:[/?][!$&-;=?-Z_a-z~]*)?(?:#[!$&-;=?-Z_a-z~]*)?$/;

/** `uri` requires a scheme. */
export function isUri(value: string): boolean {
  return COMMON.test(value) || matchesUri(URI, value);
}
