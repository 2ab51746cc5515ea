/**
 * Access tokens that are JWTs (RFC 9068). The library parses and verifies them; this module makes sure that no check
 * is left out.
 */

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from "jose";
import { ProtocolError } from "../error/protocol-error.js";
import { isWebUrl } from "../formats/web-url.js";
import { bearer, invalidToken, type BearerOptions } from "../auth/bearer.js";
import { type Check, DEFAULT_REALM, type Found, type Identity } from "../auth/check.js";
import { defined } from "../json/members.js";
// Every platform has this, but the ECMAScript declarations do not.
declare const URL: new (
  url: string,
) => Parameters<typeof createRemoteJWKSet>[0] & { readonly protocol: string };

/** The https URL of a key set, which is fetched and cached; a key set; or a function of the library. */
export type KeySource = string | JSONWebKeySet | JWTVerifyGetKey;

export interface JwtBearerOptions extends BearerOptions {
  /** `iss` must be one of these. */
  readonly issuer: string | readonly string[];
  /** `aud` must be one of these, the issuer's names for this business, so that tokens for others are refused. */
  readonly audience: string | readonly string[];
  readonly jwks: KeySource;
  /** Accepted signature algorithms, asymmetric only. Default: all of these. */
  readonly algorithms?: readonly string[] | undefined;
  /** Use `at+jwt` if the issuer follows RFC 9068. Default: any. */
  readonly typ?: string | undefined;
  /** Tolerated error of the issuer's clock, in seconds. Default: 5. */
  readonly clockToleranceSeconds?: number | undefined;
  /** Maps claims to an identity. Default: from `sub` and `client_id`, with the scopes. */
  readonly identify?: ((claims: JWTPayload) => Found) | undefined;
}

const ALGORITHMS: readonly string[] = [
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
  ...["PS256", "PS384", "PS512", "RS256", "RS384", "RS512"],
];

/**
 * Creates a check of access tokens that are JWTs (§5.2, RFC 9068). It verifies signature, issuer, audience and expiry.
 * Answers 503 if the keys cannot be fetched.
 * @throws TypeError if the options would accept tokens of anyone
 * @example
 * ```ts
 * import { requireScope } from "@proto-gen/runtime/auth";
 * import { jwtBearer } from "@proto-gen/runtime/jose";
 *
 * const issuer = "https://login.shop.example";
 * const jwks = `${issuer}/.well-known/jwks.json`;
 * const token = jwtBearer({ issuer, jwks, audience: "https://shop.example", typ: "at+jwt" });
 * const authentication = requireScope(token, "checkout");
 * ```
 */
export function jwtBearer(options: JwtBearerOptions): Check {
  const { realm = DEFAULT_REALM, typ, identify = identityOf, clockToleranceSeconds = 5 } = options;
  const keys = keysOf(options.jwks);
  const verifying = {
    issuer: listOf("issuer", options.issuer),
    audience: listOf("audience", options.audience),
    algorithms: algorithmsOf(options.algorithms),
    clockTolerance: clockToleranceSeconds,
    // The library treats a token without it as valid forever.
    requiredClaims: ["exp"],
    ...defined({ typ }),
  };
  return bearer(
    async (token) => {
      const claims = await claimsOf(token).catch((thrown: unknown) => {
        throw refusalOf(thrown, realm);
      });
      return identify(claims);
    },
    { realm },
  );

  async function claimsOf(token: string): Promise<JWTPayload> {
    return (await jwtVerify(token, keys, verifying)).payload;
  }
}

function keysOf(source: KeySource): JWTVerifyGetKey {
  if (typeof source === "function") return source;
  if (typeof source !== "string") return createLocalJWKSet(source);
  if (!isWebUrl(source))
    throw new TypeError("jwtBearer: jwks must be a URL, a key set or a function");
  const url = new URL(source);
  // Whoever can change the keys in transit could issue tokens.
  if (url.protocol !== "https:") throw new TypeError("jwtBearer: the jwks URL must be https");
  return createRemoteJWKSet(url);
}

/** The library skips the check if the list is empty. */
function listOf(option: string, given: string | readonly string[]): string[] {
  const list = typeof given === "string" ? [given] : [...given];
  if (list.length === 0 || !list.every((each) => typeof each === "string" && each !== ""))
    throw new TypeError(`jwtBearer: ${option} must not be empty`);
  return list;
}

/** Symmetric algorithms are excluded: a public key could be used as the secret (RFC 8725 §2.1). */
function algorithmsOf(given: readonly string[] = ALGORITHMS): string[] {
  const other = given.find((each) => !ALGORITHMS.includes(each));
  if (other !== undefined)
    throw new TypeError(
      `jwtBearer: unsupported algorithm ${other}; supported: ${ALGORITHMS.join(", ")}`,
    );
  return listOf("algorithm", given);
}

/** Missing keys are not the token's fault. */
const KEYS_UNAVAILABLE: ReadonlySet<string> = new Set([
  "ERR_JOSE_GENERIC",
  "ERR_JWKS_INVALID",
  "ERR_JWKS_TIMEOUT",
]);

/** Logs only the library's code, since its errors contain the token's claims. */
function refusalOf(thrown: unknown, realm: string): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const code = thrown instanceof errors.JOSEError ? thrown.code : "no key set";
  if (thrown instanceof errors.JOSEError && !KEYS_UNAVAILABLE.has(code))
    return invalidToken(realm, new Error(`the token was refused: ${code}`));
  return new ProtocolError("temporarily_unavailable", {
    cause: new Error(`the token keys could not be fetched: ${code}`),
  });
}

/**
 * Derives an identity from verified claims (RFC 9068 §2.2). Undefined, which means refused, if the token names
 * neither a subject nor a client.
 */
function identityOf(claims: JWTPayload): Identity | undefined {
  const client = textOf(claims["client_id"]) ?? textOf(claims["azp"]);
  const id = textOf(claims.sub) ?? client;
  if (id === undefined) return undefined;
  const issuer = textOf(claims.iss);
  return {
    id,
    issuer,
    client,
    scopes: scopesOf(claims["scope"] ?? claims["scp"]),
    claims,
  };
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" ? claim : undefined;
}

/** RFC 8693 §4.2: one string separated by spaces. Some issuers use `scp`, a list. */
function scopesOf(claim: unknown): readonly string[] {
  if (typeof claim === "string") return claim.split(" ").filter((each) => each !== "");
  return Array.isArray(claim) ? claim.filter((each) => typeof each === "string") : [];
}
