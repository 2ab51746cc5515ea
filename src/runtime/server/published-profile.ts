/** Publishes the profile with the business's current signing keys (§5.4), at `/.well-known/<name>` (§4.1). Anyone may cache it (§9.6). */

import { sha256Hex } from "../digest/sha256.js";
import { ProtocolError } from "../error/protocol-error.js";
import {
  errorAnswer,
  jsonAnswer,
  optionsAnswer,
  withoutBody,
  type Answer,
} from "../rest/answer.js";
import type { WebRequest } from "../rest/web.js";
import type { ServerOptions } from "./definition.js";
import { requireValidProfile } from "./require-valid-profile.js";

type Published = Pick<ServerOptions, "profile" | "signingKeys" | "development">;

export function withSigningKeys({ profile, signingKeys }: Published): object {
  return signingKeys === undefined ? profile : { ...profile, signing_keys: signingKeys() };
}

/** @param name the profile's member, which is the protocol's name */
export function createPublishedProfile(name: string, options: Published): Discovery {
  const { signingKeys, development = false } = options;
  if (signingKeys === undefined) return createDiscovery(options.profile);
  let keys: string | undefined;
  let discover: Discovery | undefined;
  return async (request) => {
    const now = JSON.stringify(signingKeys());
    if (discover === undefined || now !== keys) {
      const profile = withSigningKeys(options);
      // Checked at each change: a private member of a key must never be published.
      requireValidProfile({ name, profile, development }, undefined);
      discover = createDiscovery(profile);
      keys = now;
    }
    return discover(request);
  };
}

interface DiscoveryOptions {
  /** `max-age` in seconds. A new key must be published for longer than this before it is used. Default: 300. */
  readonly maxAge?: number | undefined;
}

const ALLOW = "GET, HEAD, OPTIONS";

type Discovery = (request: Pick<WebRequest, "method" | "headers">) => Promise<Answer>;

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
