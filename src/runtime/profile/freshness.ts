/**
 * Determines how long a profile may be cached (§9.6, RFC 9111 §4.2), in milliseconds. Chunks that clients load on demand import it, so it
 * imports nothing that is loaded.
 */

import type { WebHeaders } from "../rest/web.js";

/**
 * The floor keeps callers from causing a fetch with each call: it also applies to `no-store` and `no-cache`, and is
 * only seconds, so that a revoked key is soon rejected (§5.4). It is longer if the profile does not say. The ceiling
 * limits the trust in such a key.
 */
export interface FreshnessBounds {
  /** Default: 5,000, or 60,000 if no header field sets a lifetime. */
  readonly floorMs: number | undefined;
  readonly ceilingMs: number;
}

const FLOOR_MS = 5_000;
const SILENT_MS = 60_000;

export function lifetimeOf(
  headers: Pick<WebHeaders, "get">,
  now: number,
  { floorMs, ceilingMs }: FreshnessBounds,
): number {
  const declared = declaredLifetime(headers, now) ?? floorMs ?? SILENT_MS;
  return Math.max(floorMs ?? FLOOR_MS, Math.min(ceilingMs, declared));
}

/** `s-maxage` is for caches shared by several clients; this one is private. */
function declaredLifetime(headers: Pick<WebHeaders, "get">, now: number): number | undefined {
  const control = (headers.get("cache-control") ?? "").toLowerCase();
  if (/(?:^|[\s,])no-(?:store|cache)(?![\w-])/.test(control)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d+)/.exec(control)?.[1];
  if (seconds === undefined && headers.get("expires") === null) return undefined;
  const lifetime = seconds === undefined ? untilExpiry(headers, now) : Number(seconds) * 1_000;
  return lifetime - ageOf(headers);
}

/** An invalid `Expires` counts as past (RFC 9111 §5.3). */
function untilExpiry(headers: Pick<WebHeaders, "get">, now: number): number {
  const expires = Date.parse(headers.get("expires") ?? "");
  if (Number.isNaN(expires)) return 0;
  const date = Date.parse(headers.get("date") ?? "");
  return expires - (Number.isNaN(date) ? now : date);
}

function ageOf(headers: Pick<WebHeaders, "get">): number {
  const age = headers.get("age") ?? "";
  return /^\d+$/.test(age) ? Number(age) * 1_000 : 0;
}
