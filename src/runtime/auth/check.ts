/**
 * The interface of a check identifies the caller of a request (§5.2), its principal. The check `open` accepts everyone, `mtls` the owners of
 * certificates, and `anyOf` and `allOf` combine checks. Challenges tell callers how to authenticate. A business's rules (§5.1) choose a
 * check per operation, the scopes that it requires, and permissions.
 */

import { ProtocolError } from "../error/protocol-error.js";
import type { WebHeaders } from "../rest/web.js";
import type { Connection, PeerCertificate } from "../server/transport.js";
import type { Cancellation } from "../time/time.js";

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

/** A request as it was sent; over MCP, the HTTP request with the call. */
export interface Presented {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: WebHeaders;
  };
  /** Path and query, as on the request line if the connection knows that. */
  readonly target: string;
  /** As it was sent. */
  readonly body: Uint8Array;
  readonly connection: Connection;
  /** Origins of the endpoint, from the business's profile. Undefined if the profile does not say. */
  readonly origins?: readonly string[];
  /**
   * Fields that a signature must cover, whether the request has them or not, as §5.4 requires over MCP. In lower
   * case.
   */
  readonly signedFields?: readonly string[];
  /** Such as `create_checkout`. */
  readonly operation: string;
  /** URL of the platform's profile, unverified. Undefined if the call names none. */
  readonly profile: string | undefined;
}

export interface CheckOptions {
  /** Aborted when the caller disconnects or the time is over. */
  readonly signal: Cancellation;
}

export interface Check {
  /** For `WWW-Authenticate` (RFC 9110 §11.6.1) if the request lacks these credentials. */
  readonly challenges: readonly string[];
  /**
   * Undefined if the request lacks these credentials, so that another check may find its own.
   * @throws ProtocolError `unauthorized` if the credentials are wrong, `forbidden`
   */
  authenticate(
    presented: Presented,
    options: CheckOptions,
  ): Principal | undefined | Promise<Principal | undefined>;
}

/**
 * Accepts every caller (§5.1), as the principal `anonymous`. Use it in `anyOf` next to other checks to accept callers
 * without credentials. Wrong credentials are still refused.
 * @example
 * ```ts
 * import { apiKey, open } from "@proto-gen/runtime/auth";
 *
 * // Anyone may look, and only known platforms may buy.
 * const key = apiKey({ keys: { "agent.example": "key_2026_4f9c1b07" } });
 * const authentication = { default: open(), operations: { complete_checkout: key } };
 * ```
 */
export function open(): Check {
  return { challenges: [], authenticate: () => ANONYMOUS };
}

/** RFC 6750 §3 requires at least one parameter, so there is always a realm. */
export const DEFAULT_REALM = "business";

/** Characters that need no escaping in a quoted string. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Builds challenges (RFC 9110 §11.6.1), which tell a caller how to authenticate.
 * @throws TypeError if a value is not printable ASCII, or has `"` or a backslash
 */
export function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => {
    if (!PLAIN.test(value)) throw new TypeError(`${scheme}: ${name} cannot be sent in a header`);
    return `${name}="${value}"`;
  });
  return `${scheme} ${pairs.join(", ")}`;
}

/** A 401. Only the challenges' parameters may tell the caller why. */
export function unauthorized(challenges: readonly string[], cause?: unknown): ProtocolError {
  return new ProtocolError("unauthorized", { ...withChallenges(challenges), cause });
}

/** A 403. */
export function forbidden(challenges: readonly string[] = []): ProtocolError {
  return new ProtocolError("forbidden", withChallenges(challenges));
}

function withChallenges(challenges: readonly string[]) {
  return challenges.length === 0 ? {} : { headers: { "WWW-Authenticate": challenges.join(", ") } };
}

/** Returns the owner of a certificate. Undefined if it is valid but belongs to nobody known. */
export type CertificateOwner = (certificate: PeerCertificate) => Found | Promise<Found>;

/**
 * Creates a check of the client's certificate (§5.2: mutual TLS), which whoever terminates TLS must have verified. It
 * answers 401 to a valid certificate that belongs to nobody known.
 * @example
 * ```ts
 * import { mtls } from "@proto-gen/runtime/auth";
 *
 * const owners = new Map([["CN=agent.example", { id: "agent.example" }]]);
 * const authentication = mtls(({ subject }) => owners.get(subject));
 * ```
 */
export function mtls(identify: CertificateOwner): Check {
  return {
    // A header cannot request a TLS handshake.
    challenges: [],
    async authenticate({ connection }) {
      const { peerCertificate } = connection;
      if (peerCertificate === undefined) return undefined;
      const identity = await identify(peerCertificate);
      if (!identity) throw unauthorized([]);
      return principalOf("mtls", identity);
    },
  };
}

/**
 * Accepts callers that pass one of the checks (§5.1). The first check that identifies the caller decides. Wrong
 * credentials do not make a caller anonymous: they are refused unless other credentials are right, even if one check is
 * `open`.
 * @example
 * ```ts
 * import { anyOf, apiKey, mtls } from "@proto-gen/runtime/auth";
 *
 * const key = apiKey({ keys: { "agent.example": "key_2026_4f9c1b07" } });
 * const certificate = mtls(({ subject }) => (subject === "CN=agent.example" ? { id: subject } : undefined));
 * const authentication = anyOf(certificate, key);
 * ```
 */
export function anyOf(...checks: readonly [Check, ...Check[]]): Check {
  return {
    challenges: checks.flatMap(({ challenges }) => challenges),
    async authenticate(presented, options) {
      const refusals: ProtocolError[] = [];
      let anonymous: Principal | undefined;
      for (const check of checks) {
        const outcome = await outcomeOf(check, presented, options);
        if (outcome instanceof ProtocolError) refusals.push(outcome);
        else if (outcome !== undefined && isAuthenticated(outcome)) return outcome;
        else anonymous ??= outcome;
      }
      const refusal = worst(refusals, presented);
      if (refusal !== undefined) throw refusal;
      if (anonymous !== undefined || refusals.length < checks.length) return anonymous;
      throw refusals[0];
    },
  };
}

/** Returns errors that another check may make up for. Others, such as an unreachable profile, are thrown. */
async function outcomeOf(
  check: Check,
  presented: Presented,
  options: CheckOptions,
): Promise<Principal | ProtocolError | undefined> {
  try {
    return await check.authenticate(presented, options);
  } catch (thrown) {
    if (thrown instanceof ProtocolError && thrown.status >= 400 && thrown.status <= 403)
      return thrown;
    throw thrown;
  }
}

/** A known caller without permission gets a 403. A completely missing signature counts as no credentials. */
function worst(
  refusals: readonly ProtocolError[],
  { request: { headers } }: Presented,
): ProtocolError | undefined {
  const isUnsigned = headers.get("signature") === null && headers.get("signature-input") === null;
  return (
    refusals.find(({ status }) => status === 403) ??
    refusals.find(({ code }) => !isUnsigned || code !== "signature_missing")
  );
}

/**
 * Requires every check to succeed, in order. The principal is that of the first check other than `open`.
 * @example
 * ```ts
 * import { allOf, apiKey, signed } from "@proto-gen/runtime/auth";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { verifyRequests } from "@proto-gen/runtime/signature";
 *
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
 * const key = apiKey({ keys: { "agent.example": "key_2026_4f9c1b07" } });
 * const authentication = allOf(key, signed(verifyRequests({ name: "proto", platforms })));
 * ```
 */
export function allOf(...checks: readonly [Check, ...Check[]]): Check {
  return {
    challenges: checks.flatMap(({ challenges }) => challenges),
    async authenticate(presented, options) {
      let caller: Principal | undefined;
      for (const check of checks) {
        const principal = await check.authenticate(presented, options);
        if (principal === undefined) return undefined;
        if (caller === undefined || !isAuthenticated(caller)) caller = principal;
      }
      return caller;
    },
  };
}

export interface PermittedCall<Id extends string = string> {
  readonly operation: Id;
  /** The identifiers of the resource, such as `{ id }`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** URL of the platform's profile, which only a signature proves. Undefined if the call names none. */
  readonly profile: string | undefined;
}

export interface AuthenticationRules<Id extends string = string> {
  /** For every operation without a check of its own. */
  readonly default: Check;
  /** By operation id, such as `complete_checkout`. */
  readonly operations?: { readonly [Each in Id]?: Check } | undefined;
  /**
   * Returns true if the caller may make this call; otherwise it gets a 403. A method, so that rules for known
   * operations are assignable to rules for any.
   */
  permit?(principal: Principal, call: PermittedCall<Id>): boolean | Promise<boolean>;
}

/** One check for everything, or rules. */
export type Authentication<Id extends string = string> = Check | AuthenticationRules<Id>;

/**
 * Accepts callers of `check` that have all of these scopes, and answers 403 to others. Apply it to the check that
 * knows scopes: around `anyOf(..., open())` it refuses anonymous callers, who have none.
 * @example
 * ```ts
 * import { bearer, open, requireScope } from "@proto-gen/runtime/auth";
 *
 * const tokens = new Map([["token_1", { id: "agent.example", scopes: ["checkout:complete"] }]]);
 * const token = bearer((sent) => tokens.get(sent));
 * const operations = { complete_checkout: requireScope(token, "checkout:complete") };
 * const authentication = { default: open(), operations };
 * ```
 */
export function requireScope(check: Check, ...scopes: readonly [string, ...string[]]): Check {
  // RFC 6750 §3.1.
  const insufficient = challenge("Bearer", {
    realm: DEFAULT_REALM,
    error: "insufficient_scope",
    scope: scopes.join(" "),
  });
  return {
    challenges: check.challenges,
    async authenticate(presented, options) {
      const principal = await check.authenticate(presented, options);
      if (principal === undefined) return undefined;
      const own = new Set(principal.scopes);
      if (scopes.every((scope) => own.has(scope))) return principal;
      throw forbidden(principal.kind === "bearer" ? [insufficient] : []);
    },
  };
}
