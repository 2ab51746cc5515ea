/**
 * Bounds of the bytes that a store keeps for each client, so that no client can fill it for all others. Clients
 * that nobody has authenticated count as one: anyone can be any number of them.
 */

import { atLeast } from "../idempotency/claim-times.js";

export interface QuotaOptions {
  /** The bound for all that is kept. Answers of calls that run when it is reached are added all the same. */
  readonly maxBytes?: number | undefined;
  /** The bound for one client; a quarter of `maxBytes` unless given. */
  readonly clientBytes?: number | undefined;
  /** The bound for all anonymous clients together; an eighth of `maxBytes` unless given. */
  readonly anonymousBytes?: number | undefined;
}

export type Quota = { readonly [Name in keyof QuotaOptions]-?: number };

/** The client that something is kept for. */
export interface QuotaClient {
  readonly client: string;
  /** True where others could have authenticated, and this client has not. */
  readonly isAnonymous?: boolean | undefined;
}

/** Who a record is kept for: their bytes are counted together. */
export interface RecordOwner extends QuotaClient {
  /**
   * What happens to a new record of an owner that has its share of a storage: `evict` removes what it wrote longest ago of
   * what may be evicted, `refuse` writes nothing. Each kind has a share of its own. `evict` unless given.
   */
  readonly atShare?: "evict" | "refuse" | undefined;
}

/** Bytes that are kept now. */
export interface Used {
  readonly total: number;
  /** For the client that asks for more. */
  readonly own: number;
}

/** `quota`: the client has its share. `full`: the store has no room for a client that has so much already. */
export type Refused = "quota" | "full";

/** @throws {RangeError} for a bound that is not a positive integer */
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
 * The name that bytes are counted under. What may be evicted and what may not are counted apart: many carts of a client take
 * no room from the answers that it has to find again, and evict none of them.
 */
export function accountOf({ client, isAnonymous, atShare }: RecordOwner): string {
  const name = isAnonymous === true ? "anonymous" : `client ${client}`;
  return atShare === "refuse" ? `lasting ${name}` : name;
}

/**
 * Nobody may have more than what is left for others. So the more clients act together to fill a store, the less
 * each of them adds; those that have little are the last ones to be refused.
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
