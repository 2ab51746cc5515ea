/**
 * Renews the profile of a business once it has expired (§9.6). Only loaded by clients that live long enough, and
 * imports nothing that every client loads, so bundlers make it a separate chunk.
 */

import { lifetimeOf } from "../profile/freshness.js";
import type { WebHeaders } from "../rest/web.js";

/** A profile as it was fetched. */
export interface Fetched {
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Absent if the endpoints were given: that never expires. */
  readonly headers?: WebHeaders | undefined;
}

export interface Renewable {
  /** The profile in use. */
  current(): Fetched;
  /** Fetches the profile again, without retries, and uses it. */
  renew(): Promise<unknown>;
}

export interface RenewalSettings {
  readonly profileFloorMs: number | undefined;
  readonly profileCeilingMs: number | undefined;
}

/** Resolves once the profile may be used. */
export type Renewal = () => Promise<void>;

/** An expired profile may be used this long while its host is down. */
const STALE_MS = 600_000;
/** Minimum time between attempts while the host is down. */
const FAILURE_MS = 10_000;

export function createRenewal(
  { profileFloorMs: floorMs, profileCeilingMs: ceilingMs = 3_600_000 }: RenewalSettings,
  { current, renew }: Renewable,
): Renewal {
  let flight: Promise<void> | undefined;
  let failedAt = -Infinity;

  async function attempt(expired: number): Promise<void> {
    try {
      await renew();
    } catch (error) {
      failedAt = Date.now();
      if (!isOutage(error) || failedAt >= expired + STALE_MS) throw error;
    }
  }

  return async () => {
    const { fetchedAt, headers } = current();
    if (headers === undefined) return;
    const expired = fetchedAt + lifetimeOf(headers, fetchedAt, { floorMs, ceilingMs });
    const now = Date.now();
    if (now < expired || (now < failedAt + FAILURE_MS && now < expired + STALE_MS)) return;
    flight ??= attempt(expired).finally(() => (flight = undefined));
    await flight;
  };
}

/** True if the business or the network may be back later. */
function isOutage(error: unknown): boolean {
  return (error as { readonly retry?: boolean } | undefined)?.retry === true;
}
