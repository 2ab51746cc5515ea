/** Limits of the profile cache. */

export interface PlatformProfileLimits {
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
export interface FullLimits extends Readonly<
  Record<Exclude<keyof PlatformProfileLimits, "floorMs">, number>
> {
  readonly floorMs: number | undefined;
}

export function fullLimits({
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
