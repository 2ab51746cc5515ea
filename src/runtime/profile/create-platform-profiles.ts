/**
 * Platforms' profiles, fetched and kept (§5.3, §9.6). In: a fetch, the protocol's name. Out: the port that a
 * server has for them.
 *
 * Whoever calls a business chooses what it fetches: a profile is fetched once for everyone who waits for it,
 * not again before some time is over, and not while too many others are.
 */

import type { DocumentFetch } from "../document/document-fetch.js";
import { ProtocolError } from "../error/index.js";
import type { PlatformProfile, PlatformProfiles } from "../server/platforms.js";
import { requireApproval, type Approved } from "./approval.js";
import { failureOf, isOutage } from "./fetch-failure.js";
import { keptFrom, keptOn, type Kept } from "./kept-profile.js";
import { fullLimits, type PlatformProfileLimits } from "./limits.js";
import { profileUrl } from "./profile-url.js";
import { Recent } from "./recent.js";
import { unlessAborted } from "./unless-aborted.js";

export interface PlatformProfilesOptions {
  /** The protocol's: the profile's member. */
  readonly name: string;
  /** `guardedFetch()` on Node. */
  readonly fetch: DocumentFetch;
  /** Any platform unless told. */
  readonly approved?: Approved | undefined;
  readonly limits?: PlatformProfileLimits | undefined;
  /** Lets profiles be at http URLs, if `fetch` does. */
  readonly development?: boolean | undefined;
}

interface Failure {
  readonly error: ProtocolError;
  readonly checkedAt: number;
}

type Waiting = Parameters<PlatformProfiles["get"]>[1];

export function createPlatformProfiles(
  options: PlatformProfilesOptions,
): Required<PlatformProfiles> {
  const { name, approved, development = false } = options;
  const limits = fullLimits(options.limits);
  const kept = new Recent<Kept>({ entries: limits.profiles, weight: limits.totalBytes });
  // Apart, so that URLs of nothing push out no profile.
  const failures = new Recent<Failure>({ entries: limits.profiles, weight: Infinity });
  /** When each was last fetched at the wish of a reader who had missed something in it. */
  const refreshes = new Recent<number>({ entries: limits.profiles, weight: Infinity });
  const flights = new Map<string, Promise<PlatformProfile>>();

  /** What `get` gives without a fetch. */
  function known(url: string): PlatformProfile | undefined {
    const found = kept.get(url);
    if (found !== undefined && Date.now() < found.freshUntil) return found.platform;
    const failure = failures.get(url);
    if (failure !== undefined && Date.now() < failure.checkedAt + limits.failureMs)
      throw failure.error;
    return undefined;
  }

  function flightTo(url: string): Promise<PlatformProfile> {
    const running = flights.get(url);
    if (running !== undefined) return running;
    if (flights.size >= limits.fetches) return withoutFlight(url);
    const flight = load(url).finally(() => flights.delete(url));
    flights.set(url, flight);
    return flight;
  }

  /** Those who fill all places with hosts that take their time do no harm to who is known. */
  async function withoutFlight(url: string): Promise<PlatformProfile> {
    const before = kept.get(url);
    if (before !== undefined && Date.now() < before.staleUntil) return before.platform;
    throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
  }

  async function load(url: string): Promise<PlatformProfile> {
    const before = kept.get(url);
    try {
      const { profileBytes: maxBytes } = limits;
      const document = await options.fetch(url, { maxBytes, ifNoneMatch: before?.entityTag });
      const found = await keptFrom(document, { name, url, before, limits });
      kept.set(url, found, found.bytes);
      return found.platform;
    } catch (thrown) {
      return recover(url, before, thrown);
    }
  }

  /** What was true before, while the host is down; an error otherwise. */
  function recover(url: string, before: Kept | undefined, thrown: unknown): PlatformProfile {
    const now = Date.now();
    const stale = isOutage(thrown) ? keptOn(before, now, limits) : undefined;
    if (stale !== undefined) {
      kept.set(url, stale, stale.bytes);
      return stale.platform;
    }
    const error = failureOf(thrown, limits.failureMs, development);
    kept.delete(url);
    failures.set(url, { error, checkedAt: now }, 0);
    throw error;
  }

  /** Among those approved, and in one spelling. */
  function admitted(given: string): string {
    const url = profileUrl(given, development);
    requireApproval(approved, url, given);
    return url;
  }

  async function get(given: string, waiting: Waiting): Promise<PlatformProfile> {
    const url = admitted(given);
    // A server makes a signal when it is asked for one.
    return known(url) ?? unlessAborted(flightTo(url), waiting.signal);
  }

  async function refresh(given: string, waiting: Waiting): Promise<PlatformProfile> {
    const url = admitted(given);
    const failedAt = kept.get(url) === undefined ? failures.get(url)?.checkedAt : undefined;
    const last = Math.max(refreshes.get(url) ?? -Infinity, failedAt ?? -Infinity);
    // A fetch that is under way has the profile as it is now: a second one would be no newer.
    const isUnderWay = flights.has(url);
    if (!isUnderWay && Date.now() < last + limits.cooldownMs) return get(given, waiting);
    if (!isUnderWay) refreshes.set(url, Date.now(), 0);
    return unlessAborted(flightTo(url), waiting.signal);
  }

  return { get, refresh };
}
