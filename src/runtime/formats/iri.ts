/** The formats `iri` and `iri-reference` of RFC 3987. */
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
 * Maps an IRI to a URI as in RFC 3987 §3.1, with the same octet for all characters: a character is allowed exactly
 * where the octet is. Private-use characters are only allowed in queries.
 */
function percentEncoded(iri: string): string {
  return encodeWhere(iri, isUcschar).replace(/\?[^#]*/, (query) => encodeWhere(query, isIprivate));
}

function encodeWhere(text: string, belongs: (codePoint: number) => boolean): string {
  return text.replace(/[^\0-\x7f]/gu, (character) =>
    belongs(character.codePointAt(0)!) ? "%80" : character,
  );
}
