/**
 * Splits and decodes the path of a request strictly. An encoded slash is part of its segment and not a separator (RFC
 * 3986 §2.2), so ids may be URIs.
 */
import { ProtocolError } from "../error/protocol-error.js";

/** RFC 9110 §4.1 requires at least 8,000 octets. */
const MAX_PATH_LENGTH = 8_192;

/** Segments that need neither decoding nor a check. */
const PLAIN = /^[\w-]+$/;

/** RFC 3986 §3.3: the characters of `pchar`, including the percent sign. */
const SEGMENT = /^[\w\-.~!$&'()*+,;=:@%]*$/;

/** The control characters C0, DEL and C1. */
const FORBIDDEN = /[\0-\x1f\x7f-\x9f]/;

/** Also between encoded slashes: an intermediary that decodes the whole path would resolve them. */
const DOT_SEGMENT = /(?:^|[/\\])\.\.?(?:$|[/\\])/;

/**
 * The segments between the slashes, each decoded once. Undefined if it cannot be the path of an operation: an empty
 * path, or one that does not start with a slash or ends with one.
 * @throws {ProtocolError} `uri_too_long`, `invalid_request`
 */
export function pathSegments(path: string): readonly string[] | undefined {
  if (path.length > MAX_PATH_LENGTH) throw new ProtocolError("uri_too_long");
  if (!path.startsWith("/") || path.endsWith("/")) return undefined;
  return path.slice(1).split("/").map(decodeSegment);
}

/** True if the text can be a path segment: encoding and decoding it preserves it. */
export function isPathSegment(text: string): boolean {
  try {
    return pathSegments(`/${encodeURIComponent(text)}`)?.[0] === text;
  } catch {
    return false;
  }
}

function decodeSegment(raw: string): string {
  if (PLAIN.test(raw)) return raw;
  if (raw === "") throw invalid("has an empty segment");
  if (!SEGMENT.test(raw)) throw invalid("has a character that must be percent-encoded");
  const segment = decoded(raw);
  if (DOT_SEGMENT.test(segment)) throw invalid("has a dot segment");
  if (FORBIDDEN.test(segment)) throw invalid("has an encoded control character");
  return segment;
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw invalid("has a percent-encoding that is malformed or not UTF-8");
  }
}

function invalid(what: string): ProtocolError {
  return new ProtocolError("invalid_request", { content: `The path ${what}.` });
}

/**
 * The path of a request target below an endpoint's path, without the query: for `/api/v1`, `/api/v1/carts?x=1` gives
 * `/carts`. Undefined if the target is elsewhere.
 */
export function pathBelow(endpoint: string, target: string): string | undefined {
  const base = endpoint.endsWith("/") ? endpoint.slice(0, -1) : endpoint;
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  if (!path.startsWith(base)) return undefined;
  const below = path.slice(base.length);
  return below === "" || below.startsWith("/") ? below : undefined;
}
