/** How long a profile may be kept (§9.6, RFC 9111 §4.2). In: header fields. Out: milliseconds. */

import type { WebHeaders } from "../rest/index.js";

/**
 * A floor, so that who calls with a profile that expires at once cannot make the business fetch it with
 * each call: `no-store`, `no-cache` and no word at all are the floor, too. A ceiling, so that a key that
 * was taken back is not believed for a year.
 */
export interface FreshnessBounds {
  readonly floorMs: number;
  readonly ceilingMs: number;
}

export function lifetimeOf(
  headers: Pick<WebHeaders, "get">,
  now: number,
  { floorMs, ceilingMs }: FreshnessBounds,
): number {
  const declared = declaredLifetime(headers, now);
  return Math.max(floorMs, Math.min(ceilingMs, declared));
}

/** `s-maxage` is for caches that are shared by those who ask: this one is the asker's own. */
function declaredLifetime(headers: Pick<WebHeaders, "get">, now: number): number {
  const control = (headers.get("cache-control") ?? "").toLowerCase();
  if (/(?:^|[\s,])no-(?:store|cache)(?![\w-])/.test(control)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d+)/.exec(control)?.[1];
  const lifetime = seconds === undefined ? untilExpiry(headers, now) : Number(seconds) * 1_000;
  return lifetime - ageOf(headers);
}

/** An `Expires` that is no date is one that has passed (RFC 9111 §5.3). */
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
