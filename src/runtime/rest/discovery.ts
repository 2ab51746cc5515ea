/** Serves the profile of a business at `/.well-known/<name>` (§4.1). Anyone may cache it (§9.6). */

import { ProtocolError } from "../error/protocol-error.js";
import { errorAnswer, jsonAnswer, optionsAnswer, withoutBody, type Answer } from "./answer.js";
import type { WebRequest } from "./web.js";
import { sha256Hex } from "../digest/sha256.js";

export interface DiscoveryOptions {
  /** `max-age` in seconds. A new key must be published for longer than this before it is used. Default: 300. */
  readonly maxAge?: number | undefined;
}

const ALLOW = "GET, HEAD, OPTIONS";

export type Discovery = (request: Pick<WebRequest, "method" | "headers">) => Promise<Answer>;

/**
 * Creates the responses of the discovery page (§4.1), for one profile. They have an entity tag, and may be cached for
 * `maxAge` (§9.6).
 * @example
 * ```ts
 * import { createDiscovery } from "@proto-gen/runtime/server";
 *
 * const discover = createDiscovery({ proto: { version: "2026-11-27" } }, { maxAge: 600 });
 * const { headers } = await discover(new Request("https://shop.example/.well-known/proto"));
 * new Headers(headers.map(([name, value]) => [name, value])).get("cache-control"); // "public, max-age=600"
 * ```
 */
export function createDiscovery(profile: object, options: DiscoveryOptions = {}): Discovery {
  const whole = jsonAnswer(200, profile);
  const tagged = entityTag(whole.body);
  return async ({ method, headers }) => {
    if (method === "OPTIONS") return optionsAnswer(ALLOW);
    if (method !== "GET" && method !== "HEAD")
      return errorAnswer(new ProtocolError("method_not_allowed", { headers: { Allow: ALLOW } }));
    const etag = await tagged;
    const caching = { "cache-control": `public, max-age=${options.maxAge ?? 300}`, etag };
    if (matches(headers.get("if-none-match"), etag))
      return { status: 304, headers: Object.entries(caching), body: null };
    const answer = jsonAnswer(200, whole.body, caching);
    return method === "HEAD" ? withoutBody(answer) : answer;
  };
}

async function entityTag(bytes: Uint8Array): Promise<string> {
  return `"${await sha256Hex(bytes)}"`;
}

/** RFC 9110 §13.1.2: weak comparison. Our tag has no comma, so part of another cannot match it. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag === etag || tag === `W/${etag}`);
}
