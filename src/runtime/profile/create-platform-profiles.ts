/**
 * Fetches and caches platforms' profiles (§5.3, §9.6) for a server.
 *
 * Callers of a business choose what it fetches, so a profile is fetched once for everyone who waits for it, not again
 * within some time, and not while too many other fetches are running.
 */

import type { DocumentFetch } from "../document/document-fetch.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { PlatformProfile, PlatformProfiles } from "../server/platforms.js";
import { failureOf, isOutage, keptFrom, keptOn, type CachedProfile } from "./cached-profile.js";
import { profileUrl } from "./profile-url.js";
import { Recent } from "../bounds/recent-map.js";
import type { Cancellation } from "../time/time.js";

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

/**
 * Creates the option `platforms` of a server: profiles by URL, fetched and cached as their headers say (§9.6).
 * @example
 * ```ts
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 *
 * const approved = new Set(["https://agent.example/profile.json"]);
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch(), approved });
 * const { signal } = new AbortController();
 * await platforms.get("https://other.example/profile.json", { signal }); // throws ProtocolError
 * ```
 */
export function createPlatformProfiles(
  options: PlatformProfilesOptions,
): Required<PlatformProfiles> {
  const { approved, development = false } = options;
  const cache = new ProfileCache(options);

  /** Checks approval and normalizes the URL. */
  function admitted(given: string): string {
    const url = profileUrl(given, development);
    requireApproval(approved, url, given);
    return url;
  }

  return {
    // Servers create signals on demand, so only read them where there is something to wait for.
    get: async (given, waiting) => cache.get(admitted(given), waiting),
    refresh: async (given, waiting) => cache.refresh(admitted(given), waiting),
  };
}

/** Profiles, and failures to fetch one, by URL. */
class ProfileCache {
  readonly #options: PlatformProfilesOptions;
  readonly #limits: FullLimits;
  readonly #kept: Recent<CachedProfile>;
  /** Separate, so that failing URLs do not evict profiles. */
  readonly #failures: Recent<Failure>;
  /** Time of the last fetch that a reader requested because something was missing. */
  readonly #refreshes: Recent<number>;
  readonly #flights = new Map<string, Promise<PlatformProfile>>();

  constructor(options: PlatformProfilesOptions) {
    const limits = fullLimits(options.limits);
    const { profiles: entries } = limits;
    this.#options = options;
    this.#limits = limits;
    this.#kept = new Recent({ entries, weight: limits.totalBytes });
    this.#failures = new Recent({ entries, weight: Infinity });
    this.#refreshes = new Recent({ entries, weight: Infinity });
  }

  async get(url: string, waiting: Waiting): Promise<PlatformProfile> {
    return this.#known(url) ?? unlessAborted(this.#flightTo(url), waiting.signal);
  }

  async refresh(url: string, waiting: Waiting): Promise<PlatformProfile> {
    const failure = this.#kept.get(url) === undefined ? this.#failures.get(url) : undefined;
    const last = Math.max(this.#refreshes.get(url) ?? -Infinity, failure?.checkedAt ?? -Infinity);
    // A running fetch is as recent as a new one would be.
    const isUnderWay = this.#flights.has(url);
    if (!isUnderWay && Date.now() < last + this.#limits.cooldownMs) return this.get(url, waiting);
    if (!isUnderWay) this.#refreshes.set(url, Date.now(), 0);
    return unlessAborted(this.#flightTo(url), waiting.signal);
  }

  /** The result of `get` without a fetch. */
  #known(url: string): PlatformProfile | undefined {
    const found = this.#kept.get(url);
    if (found !== undefined && Date.now() < found.freshUntil) return found.platform;
    const failure = this.#failures.get(url);
    if (failure !== undefined && Date.now() < failure.checkedAt + this.#limits.failureMs)
      throw failure.error;
    return undefined;
  }

  #flightTo(url: string): Promise<PlatformProfile> {
    const running = this.#flights.get(url);
    if (running !== undefined) return running;
    if (this.#flights.size >= this.#limits.fetches) return this.#withoutFlight(url);
    const flight = this.#load(url).finally(() => this.#flights.delete(url));
    this.#flights.set(url, flight);
    return flight;
  }

  /** Filling all slots with slow hosts must not affect known platforms. */
  async #withoutFlight(url: string): Promise<PlatformProfile> {
    const before = this.#kept.get(url);
    if (before !== undefined && Date.now() < before.staleUntil) return before.platform;
    throw new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } });
  }

  async #load(url: string): Promise<PlatformProfile> {
    const before = this.#kept.get(url);
    const limits = this.#limits;
    const { name } = this.#options;
    try {
      const { profileBytes: maxBytes } = limits;
      const document = await this.#options.fetch(url, { maxBytes, ifNoneMatch: before?.entityTag });
      const found = await keptFrom(document, { name, url, before, limits });
      this.#kept.set(url, found, found.bytes);
      return found.platform;
    } catch (thrown) {
      return this.#recover(url, before, thrown);
    }
  }

  /** Returns the previous profile while the host is down; otherwise throws. */
  #recover(url: string, before: CachedProfile | undefined, thrown: unknown): PlatformProfile {
    const now = Date.now();
    const stale = isOutage(thrown) ? keptOn(before, now, this.#limits) : undefined;
    if (stale !== undefined) {
      this.#kept.set(url, stale, stale.bytes);
      return stale.platform;
    }
    const error = failureOf(thrown, this.#limits.failureMs, this.#options.development === true);
    this.#kept.delete(url);
    this.#failures.set(url, { error, checkedAt: now }, 0);
    throw error;
  }
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

/** Limits of the profile cache. */
interface PlatformProfileLimits {
  /** Maximum size of one profile, in bytes. Default: 262,144. */
  readonly profileBytes?: number | undefined;
  /**
   * Minimum time to cache a profile, in milliseconds, whatever its header fields say. A key removed from a profile
   * with `no-store` is rejected after this time (§5.4). Default: 5,000, or 60,000 if the header fields say nothing.
   */
  readonly floorMs?: number | undefined;
  /** Maximum time to cache a profile, in milliseconds. Default: 3,600,000. */
  readonly ceilingMs?: number | undefined;
  /** Additional time to use a profile while its host is down, in milliseconds. Default: 600,000. */
  readonly staleMs?: number | undefined;
  /** Time to cache a failure, in milliseconds. Default: 10,000. */
  readonly failureMs?: number | undefined;
  /**
   * Minimum time between two fetches of a profile by `refresh`, in milliseconds. A fetch by `get` does not count,
   * since the platform may have added a key after it (§5.4). Default: 60,000.
   */
  readonly cooldownMs?: number | undefined;
  /** Maximum number of cached profiles. Default: 1,000. */
  readonly profiles?: number | undefined;
  /** Maximum size of all cached profiles, in bytes. Default: 67,108,864. */
  readonly totalBytes?: number | undefined;
  /** Maximum number of concurrent fetches; beyond it, calls get a 503. Default: 256. */
  readonly fetches?: number | undefined;
}

/** With a number for each but `floorMs`, which is another one where header fields say nothing. */
interface FullLimits extends Readonly<
  Record<Exclude<keyof PlatformProfileLimits, "floorMs">, number>
> {
  readonly floorMs: number | undefined;
}

function fullLimits({
  profileBytes = 262_144,
  floorMs,
  ceilingMs = 3_600_000,
  staleMs = 600_000,
  failureMs = 10_000,
  cooldownMs = 60_000,
  profiles = 1_000,
  totalBytes = 67_108_864,
  fetches = 256,
}: PlatformProfileLimits = {}): FullLimits {
  const times = { floorMs, ceilingMs, staleMs, failureMs, cooldownMs };
  return { ...times, profileBytes, profiles, totalBytes, fetches };
}
