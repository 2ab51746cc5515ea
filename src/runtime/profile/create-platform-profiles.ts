/**
 * Fetches and caches platforms' profiles (§5.3, §9.6) for a server.
 *
 * Callers of a business choose what it fetches, so a profile is fetched once for everyone who waits for it, not again
 * within some time, and not while too many other fetches are running.
 */

import type { DocumentFetch } from "../document/document-fetch.js";
import { ProtocolError } from "../error/index.js";
import type { PlatformProfile, PlatformProfiles } from "../server/platforms.js";
import { failureOf, isOutage } from "./fetch-failure.js";
import { keptFrom, keptOn, type CachedProfile } from "./cached-profile.js";
import { fullLimits, type PlatformProfileLimits } from "./limits.js";
import { profileUrl } from "./profile-url.js";
import { Recent } from "./recent.js";
import type { Cancellation } from "../idempotency/index.js";

export interface PlatformProfilesOptions {
  /** The profile's member, which is the protocol's name. */
  readonly name: string;
  /** On Node, use `guardedFetch()`. */
  readonly fetch: DocumentFetch;
  /** Default: any platform. */
  readonly approved?: Approved | undefined;
  readonly limits?: PlatformProfileLimits | undefined;
  /** Allows profiles at http URLs, if `fetch` does too. */
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
  const kept = new Recent<CachedProfile>({ entries: limits.profiles, weight: limits.totalBytes });
  // Separate, so that failing URLs do not evict profiles.
  const failures = new Recent<Failure>({ entries: limits.profiles, weight: Infinity });
  /** Time of the last fetch that a reader requested because something was missing. */
  const refreshes = new Recent<number>({ entries: limits.profiles, weight: Infinity });
  const flights = new Map<string, Promise<PlatformProfile>>();

  /** The result of `get` without a fetch. */
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

  /** Filling all slots with slow hosts must not affect known platforms. */
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

  /** Returns the previous profile while the host is down; otherwise throws. */
  function recover(
    url: string,
    before: CachedProfile | undefined,
    thrown: unknown,
  ): PlatformProfile {
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

  /** Checks approval and normalizes the URL. */
  function admitted(given: string): string {
    const url = profileUrl(given, development);
    requireApproval(approved, url, given);
    return url;
  }

  async function get(given: string, waiting: Waiting): Promise<PlatformProfile> {
    const url = admitted(given);
    // Servers create signals on demand, so only read it here.
    return known(url) ?? unlessAborted(flightTo(url), waiting.signal);
  }

  async function refresh(given: string, waiting: Waiting): Promise<PlatformProfile> {
    const url = admitted(given);
    const failedAt = kept.get(url) === undefined ? failures.get(url)?.checkedAt : undefined;
    const last = Math.max(refreshes.get(url) ?? -Infinity, failedAt ?? -Infinity);
    // A running fetch is as recent as a new one would be.
    const isUnderWay = flights.has(url);
    if (!isUnderWay && Date.now() < last + limits.cooldownMs) return get(given, waiting);
    if (!isUnderWay) refreshes.set(url, Date.now(), 0);
    return unlessAborted(flightTo(url), waiting.signal);
  }

  return { get, refresh };
}

/** URLs of profiles, or a function that decides. */
export type Approved = ReadonlySet<string> | ((url: string) => boolean);

/**
 * Restricts the platforms that may call (§7).
 * @throws ProtocolError `profile_not_trusted`
 */
function requireApproval(approved: Approved | undefined, url: string, given: string): void {
  if (approved === undefined) return;
  const isApproved =
    typeof approved === "function" ? approved(url) : approved.has(url) || approved.has(given);
  if (!isApproved) throw new ProtocolError("profile_not_trusted");
}

/**
 * Waits for work that is shared with others. Returns the result of `work`, or rejects once the signal is aborted.
 * The work continues.
 * @throws ProtocolError `request_aborted`
 */
function unlessAborted<Result>(work: Promise<Result>, signal: Cancellation): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(errorOf(signal.reason));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
    // Always handle the result: an unhandled rejection would end the process.
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

function errorOf(cause: unknown): ProtocolError {
  return cause instanceof ProtocolError ? cause : new ProtocolError("request_aborted", { cause });
}
