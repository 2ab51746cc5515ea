/**
 * The format `uri` of RFC 3986. A string goes in, whether it is one comes out, in time linear in its
 * length: each repetition stops at a character that it does not contain.
 */
import { matchesUri, URI_REST } from "./uri-grammar.js";

const URI: RegExp = /* @__PURE__ */ new RegExp(`^[a-z][a-z\\d+.-]*:${URI_REST}`, "i");

// What most URIs are: a host, no user information, nothing percent-encoded. Twice as fast as the
// whole grammar, which reads again what this refuses.
const COMMON =
  /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?(?:[/?][!$&-;=?-Z_a-z~]*)?(?:#[!$&-;=?-Z_a-z~]*)?$/;

/** `uri`: with a scheme. */
export function isUri(value: string): boolean {
  return COMMON.test(value) || matchesUri(URI, value);
}
