/** Who calls, once a check has said so (§5.2). */

/** What a hook knows of the caller. */
export interface Identity {
  /** The same for the same caller, whatever it proves that with: idempotency keys are this caller's. */
  readonly id: string;
  /** Who says so, where several may: their ids are apart. */
  readonly issuer?: string | undefined;
  /** The platform that acts for `id`, where that is a buyer (RFC 6749 §4.1). */
  readonly client?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** What else a token says. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

export interface Principal extends Identity {
  /** By what: `open`, `api_key`, `bearer`, `mtls`, `signature`, or a check of your own. */
  readonly kind: string;
}

/** What a hook gives: null, as databases have it, or undefined for nobody's. */
export type Found = Identity | null | undefined;

const OPEN = "open";

/** Whoever calls without having to say who it is. */
export const ANONYMOUS: Principal = /* @__PURE__ */ Object.freeze({ kind: OPEN, id: "anonymous" });

export function isAuthenticated({ kind }: Principal): boolean {
  return kind !== OPEN;
}

export function principalOf(kind: string, identity: Identity): Principal {
  return Object.freeze({ ...identity, kind });
}

/**
 * Callers that share an id get each other's answers, so that what a hook gives without one is an error.
 *
 * @throws TypeError
 */
export function requireIdentified({ kind, id }: Principal): void {
  for (const each of [kind, id]) {
    if (typeof each !== "string" || each === "")
      throw new TypeError("a principal has to have a kind and an id");
  }
}
