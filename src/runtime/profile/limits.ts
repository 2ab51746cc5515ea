/** How much, how many and how long. */

export interface PlatformProfileLimits {
  /** Of one profile; 262,144 unless told. */
  readonly profileBytes?: number | undefined;
  /**
   * How long a profile is kept at least, whatever its header fields say; unless told 5,000, and 60,000 where they say nothing. A key that
   * was removed from a profile with `no-store` is refused after that time (§5.4).
   */
  readonly floorMs?: number | undefined;
  /** And at most; 3,600,000 unless told. */
  readonly ceilingMs?: number | undefined;
  /** How long a profile is used after that while its host is down; 600,000 unless told. */
  readonly staleMs?: number | undefined;
  /** How long a failure is kept; 10,000 unless told. */
  readonly failureMs?: number | undefined;
  /**
   * How long after one `refresh` of a profile another one makes no fetch; 60,000 unless told. A profile that `get` has fetched a
   * moment ago is fetched again at once: the platform may have added a key since (§5.4).
   */
  readonly cooldownMs?: number | undefined;
  /** How many profiles are kept; 1,000 unless told. */
  readonly profiles?: number | undefined;
  /** And how many bytes of them; 67,108,864 unless told. */
  readonly totalBytes?: number | undefined;
  /** How many are fetched at a time; more is 503. 256 unless told. */
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
