/**
 * The formats `iri` and `iri-reference` of RFC 3987. A string goes in, whether it is one comes out.
 */
import { isIprivate, isUcschar } from "./ucschar.js";
import { isUri } from "./uri.js";
import { isUriReference } from "./uri-reference.js";

export function isIri(value: string): boolean {
  return isUri(percentEncoded(value));
}

export function isIriReference(value: string): boolean {
  return isUriReference(percentEncoded(value));
}

/**
 * As RFC 3987 §3.1 maps an IRI to a URI, with one octet for all: where the octet may stand, and only
 * there, the character may. Private-use characters may stand in a query alone.
 */
function percentEncoded(iri: string): string {
  return encodeWhere(iri, isUcschar).replace(/\?[^#]*/, (query) => encodeWhere(query, isIprivate));
}

function encodeWhere(text: string, belongs: (codePoint: number) => boolean): string {
  return text.replace(/[^\0-\x7f]/gu, (character) =>
    belongs(character.codePointAt(0)!) ? "%80" : character,
  );
}
