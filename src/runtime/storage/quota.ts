/**
 * Limits the bytes stored for each client, so that no client can fill a store for everyone. Unauthenticated clients
 * share one limit, because one caller can claim to be many clients.
 */

import { atLeast } from "../bounds/at-least.js";

export interface QuotaOptions {
  /** Limit for everything. Answers of calls that are already running when it is reached are still stored. */
  readonly maxBytes?: number | undefined;
  /** Limit for one client. Default: a quarter of `maxBytes`. */
  readonly clientBytes?: number | undefined;
  /** Limit for all anonymous clients together. Default: an eighth of `maxBytes`. */
  readonly anonymousBytes?: number | undefined;
}

export type Quota = { readonly [Name in keyof QuotaOptions]-?: number };

/** The client that something is stored for. */
export interface QuotaClient {
  readonly client: string;
  /** True if the client could have authenticated and did not. */
  readonly isAnonymous?: boolean | undefined;
}

/** The owner of a record: an owner's bytes are counted together. */
export interface RecordOwner extends QuotaClient {
  /**
   * What happens to a new record of an owner that has used up its share: `evict` removes the owner's oldest evictable
   * records, `refuse` writes nothing. Each kind has its own share. Default: evict.
   */
  readonly atShare?: "evict" | "refuse" | undefined;
}

/** Bytes stored now. */
export interface Used {
  readonly total: number;
  /** Bytes of the client that wants to store more. */
  readonly own: number;
}

/** `quota`: the client has used up its share. `full`: the store has no room left for a client with this much. */
export type Refused = "quota" | "full";

/** @throws {RangeError} if a bound is not a positive integer */
export function quotaOf(options: QuotaOptions, defaultBytes: number): Quota {
  const maxBytes = atLeast("maxBytes", 1, options.maxBytes ?? defaultBytes);
  const part = (divisor: number): number => Math.ceil(maxBytes / divisor);
  return {
    maxBytes,
    clientBytes: atLeast("clientBytes", 1, options.clientBytes ?? part(4)),
    anonymousBytes: atLeast("anonymousBytes", 1, options.anonymousBytes ?? part(8)),
  };
}

/**
 * The account name for counting. Evictable and lasting records are counted separately, so that a client's many carts
 * neither block nor evict the answers that it must find again.
 */
export function accountOf({ client, isAnonymous, atShare }: RecordOwner): string {
  const name = isAnonymous === true ? "anonymous" : `client ${client}`;
  return atShare === "refuse" ? `lasting ${name}` : name;
}

/**
 * No client may have more than what is left for others. So the more clients cooperate to fill a store, the less each
 * can add, and clients with little are refused last.
 */
export function refused(
  quota: Quota,
  { total, own }: Used,
  isAnonymous = false,
): Refused | undefined {
  if (own >= quota.maxBytes - total) return "full";
  const share = isAnonymous ? quota.anonymousBytes : quota.clientBytes;
  return own >= share ? "quota" : undefined;
}
