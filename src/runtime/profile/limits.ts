/** How much, how many and how long. */

export interface PlatformProfileLimits {
  /** Of one profile; 262,144 unless told. */
  readonly profileBytes?: number;
  /**
   * How long a profile is kept at least, whatever its header fields say; unless told 5,000, and 60,000 where they say nothing. A key that
   * was removed from a profile with `no-store` is refused after that time (§5.4).
   */
  readonly floorMs?: number;
  /** And at most; 3,600,000 unless told. */
  readonly ceilingMs?: number;
  /** How long a profile is used after that while its host is down; 600,000 unless told. */
  readonly staleMs?: number;
  /** How long a failure is kept; 10,000 unless told. */
  readonly failureMs?: number;
  /**
   * How long after one `refresh` of a profile another one makes no fetch; 60,000 unless told. A profile that `get` has fetched a
   * moment ago is fetched again at once: the platform may have added a key since (§5.4).
   */
  readonly cooldownMs?: number;
  /** How many profiles are kept; 1,000 unless told. */
  readonly profiles?: number;
  /** And how many bytes of them; 67,108,864 unless told. */
  readonly totalBytes?: number;
  /** How many are fetched at a time; more is 503. 256 unless told. */
  readonly fetches?: number;
}

export const DEFAULT_LIMITS: Required<Omit<PlatformProfileLimits, "floorMs">> = {
  profileBytes: 262_144,
  ceilingMs: 3_600_000,
  staleMs: 600_000,
  failureMs: 10_000,
  cooldownMs: 60_000,
  profiles: 1_000,
  totalBytes: 67_108_864,
  fetches: 256,
};
