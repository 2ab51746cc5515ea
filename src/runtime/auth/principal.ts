/** The identified caller of a request (§5.2). */

/** A hook's knowledge about the caller. */
export interface Identity {
  /** Stable for the same caller, whatever its credentials: idempotency keys belong to this id. */
  readonly id: string;
  /** The authority behind the id, if there are several: ids of different issuers are distinct. */
  readonly issuer?: string | undefined;
  /** The platform that acts for `id`, if that is a buyer (RFC 6749 §4.1). */
  readonly client?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Other claims of a token. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

export interface Principal extends Identity {
  /** The kind of check that the caller passed: `open`, `api_key`, `bearer`, `mtls`, `signature`, or a check of your own. */
  readonly kind: string;
}

/** A hook's result. Null, as databases return it, or undefined mean that nobody was found. */
export type Found = Identity | null | undefined;

const OPEN = "open";

/** The principal of a caller that need not authenticate. */
export const ANONYMOUS: Principal = /* @__PURE__ */ Object.freeze({ kind: OPEN, id: "anonymous" });

export function isAuthenticated({ kind }: Principal): boolean {
  return kind !== OPEN;
}

export function principalOf(kind: string, identity: Identity): Principal {
  return Object.freeze({ ...identity, kind });
}

/**
 * Callers with the same id get each other's answers, so a missing id is an error.
 * @throws TypeError if kind or id is empty
 */
export function requireIdentified({ kind, id }: Principal): void {
  for (const each of [kind, id]) {
    if (typeof each !== "string" || each === "")
      throw new TypeError("a principal needs a kind and an id, both non-empty strings");
  }
}
