/** How long a profile may be kept (§9.6, RFC 9111 §4.2). In: header fields. Out: milliseconds. */

import type { WebHeaders } from "../rest/index.js";

/**
 * A floor, so that who calls with a profile that expires at once cannot make the business fetch it with each call: also `no-store` and
 * `no-cache` mean the floor, which is seconds, so that a key that was taken back is soon refused (§5.4). Longer for a profile that says
 * nothing of it. A ceiling, so that such a key is not believed for a year.
 */
export interface FreshnessBounds {
  /** Unless given 5,000, and 60,000 where no header field says how long. */
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

/** `s-maxage` is for caches that are shared by those who ask: this one is the asker's own. */
function declaredLifetime(headers: Pick<WebHeaders, "get">, now: number): number | undefined {
  const control = (headers.get("cache-control") ?? "").toLowerCase();
  if (/(?:^|[\s,])no-(?:store|cache)(?![\w-])/.test(control)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d+)/.exec(control)?.[1];
  if (seconds === undefined && headers.get("expires") === null) return undefined;
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
