/** The profile of a business at `/.well-known/<name>` (§4.1), which anyone may cache (§9.6). */
import { sha256Hex } from "../digest/sha256-hex.js";
import { ProtocolError } from "../error/index.js";
import { encodeJson, errorResponse, optionsResponse, respond } from "./response.js";
import type { WebRequest, WebResponse } from "./web.js";

export interface DiscoveryOptions {
  /** In seconds; 300 unless told. A key that is rotated in must be out for longer before it is used. */
  readonly maxAge?: number;
}

const ALLOW = "GET, HEAD, OPTIONS";

/** `profile` is a value, or the bytes that are to be sent. */
export async function discoveryResponse(
  profile: object | Uint8Array,
  request: Pick<WebRequest, "method" | "headers">,
  options: DiscoveryOptions = {},
): Promise<WebResponse> {
  const { method, headers } = request;
  if (method === "OPTIONS") return optionsResponse(ALLOW);
  if (method !== "GET" && method !== "HEAD") {
    return errorResponse(new ProtocolError("method_not_allowed", { headers: { Allow: ALLOW } }));
  }
  const bytes = profile instanceof Uint8Array ? profile : encodeJson(profile);
  const etag = await entityTag(bytes);
  const caching = { "cache-control": `public, max-age=${options.maxAge ?? 300}`, etag };
  if (matches(headers.get("if-none-match"), etag)) return respond(304, null, caching);
  const described = { "content-type": "application/json", ...caching };
  return respond(200, method === "HEAD" ? null : bytes, described);
}

async function entityTag(bytes: Uint8Array): Promise<string> {
  return `"${await sha256Hex(bytes)}"`;
}

/** RFC 9110 §13.1.2: the comparison is weak. Our tag has no comma, so no part of another is taken for it. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag === etag || tag === `W/${etag}`);
}
