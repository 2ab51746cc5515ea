/**
 * The path of a request, strictly: raw text goes in, decoded segments come out. An encoded slash is a part of its segment, and
 * separates nothing (RFC 3986 §2.2); so ids may be URIs.
 */
import { ProtocolError } from "../error/index.js";

/** RFC 9110 §4.1 asks for 8,000 octets at least. */
const MAX_PATH_LENGTH = 8_192;

/** RFC 3986 §3.3: the characters of `pchar`, the percent sign among them. */
const SEGMENT = /^[\w\-.~!$&'()*+,;=:@%]*$/;

/** The control characters C0, DEL and C1. */
const FORBIDDEN = /[\0-\x1f\x7f-\x9f]/;

/** Also between encoded slashes: who decodes the path as a whole would be led elsewhere. */
const DOT_SEGMENT = /(?:^|[/\\])\.\.?(?:$|[/\\])/;

/**
 * The segments between the slashes, each decoded once; undefined for what is no path of an operation:
 * the empty path, one that does not start with a slash, and one that ends with one.
 * @throws {ProtocolError} uri_too_long, invalid_request
 */
export function pathSegments(path: string): readonly string[] | undefined {
  if (path.length > MAX_PATH_LENGTH) throw new ProtocolError("uri_too_long");
  if (!path.startsWith("/") || path.endsWith("/")) return undefined;
  return path.slice(1).split("/").map(decodeSegment);
}

/** Whether a path can have the text as one of its segments: encoded, it is decoded to the same text. */
export function isPathSegment(text: string): boolean {
  try {
    return pathSegments(`/${encodeURIComponent(text)}`)?.[0] === text;
  } catch {
    return false;
  }
}

function decodeSegment(raw: string): string {
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
 * The path of a request target below an endpoint's path, without the query; undefined where the target
 * is elsewhere. `/api/v1` and `/api/v1/carts?x=1` give `/carts`.
 */
export function pathBelow(endpoint: string, target: string): string | undefined {
  const base = endpoint.endsWith("/") ? endpoint.slice(0, -1) : endpoint;
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  if (!path.startsWith(base)) return undefined;
  const below = path.slice(base.length);
  return below === "" || below.startsWith("/") ? below : undefined;
}
