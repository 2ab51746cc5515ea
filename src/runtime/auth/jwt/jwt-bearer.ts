/**
 * Access tokens that are JWTs (RFC 9068). In: who issues them, for whom, and the keys. Out: a check. What
 * a JWT is, and how it is verified, is the library's.
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
import { ProtocolError } from "../../error/index.js";
import { isWebUrl } from "../../formats/web-url.js";
import { bearer, invalidToken, type BearerOptions } from "../bearer.js";
import { DEFAULT_REALM } from "../challenge.js";
import type { Check } from "../check.js";
import type { Found } from "../principal.js";
import { identityOf } from "./identity-of.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const URL: new (
  url: string,
) => Parameters<typeof createRemoteJWKSet>[0] & { readonly protocol: string };

/** The https URL of a key set, which is fetched and kept; a key set; or the library's own function. */
export type KeySource = string | JSONWebKeySet | JWTVerifyGetKey;

export interface JwtBearerOptions extends BearerOptions {
  /** `iss`: one of them. */
  readonly issuer: string | readonly string[];
  /** `aud`: this business's name there, so that a token for somebody else is refused. */
  readonly audience: string | readonly string[];
  readonly jwks: KeySource;
  /** What tokens may be signed with: asymmetric, and all of these unless told. */
  readonly algorithms?: readonly string[] | undefined;
  /** `at+jwt` where the issuer follows RFC 9068; any unless told. */
  readonly typ?: string | undefined;
  /** By how much the issuer's clock may be wrong; 5 unless told. */
  readonly clockToleranceSeconds?: number | undefined;
  /** Whose token it is; unless given, `sub` and `client_id`, with their scopes. */
  readonly identify?: ((claims: JWTPayload) => Found) | undefined;
}

const ALGORITHMS: readonly string[] = [
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
  ...["PS256", "PS384", "PS512", "RS256", "RS384", "RS512"],
];

/** @throws TypeError for options that would let anyone in */
export function jwtBearer(options: JwtBearerOptions): Check {
  const { realm = DEFAULT_REALM, typ, identify = identityOf, clockToleranceSeconds = 5 } = options;
  const keys = keysOf(options.jwks);
  const verifying = {
    issuer: listOf("issuer", options.issuer),
    audience: listOf("audience", options.audience),
    algorithms: algorithmsOf(options.algorithms),
    clockTolerance: clockToleranceSeconds,
    // The library takes a token without it for one that never ends.
    requiredClaims: ["exp"],
    ...(typ === undefined ? {} : { typ }),
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
  if (!isWebUrl(source)) throw new TypeError("jwtBearer: the jwks URL is not a URL");
  const url = new URL(source);
  // Whoever can change the keys on their way is let in.
  if (url.protocol !== "https:") throw new TypeError("jwtBearer: the jwks URL is not https");
  return createRemoteJWKSet(url);
}

/** The library checks nothing where it is given nothing. */
function listOf(option: string, given: string | readonly string[]): string[] {
  const list = typeof given === "string" ? [given] : [...given];
  if (list.length === 0 || !list.every((each) => typeof each === "string" && each !== ""))
    throw new TypeError(`jwtBearer: there is no ${option}`);
  return list;
}

/** Symmetric ones are left out: a public key would pass for the secret (RFC 8725 §2.1). */
function algorithmsOf(given: readonly string[] = ALGORITHMS): string[] {
  const other = given.find((each) => !ALGORITHMS.includes(each));
  if (other !== undefined) throw new TypeError(`jwtBearer: ${other} is none of ${ALGORITHMS}`);
  return listOf("algorithm", given);
}

/** Keys that cannot be had are no fault of the token. */
const KEYS_UNAVAILABLE: ReadonlySet<string> = new Set([
  "ERR_JOSE_GENERIC",
  "ERR_JWKS_INVALID",
  "ERR_JWKS_TIMEOUT",
]);

/** The log gets the library's code: its errors have the token's claims with them. */
function refusalOf(thrown: unknown, realm: string): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const code = thrown instanceof errors.JOSEError ? thrown.code : "no key set";
  if (thrown instanceof errors.JOSEError && !KEYS_UNAVAILABLE.has(code))
    return invalidToken(realm, new Error(`the token is refused: ${code}`));
  return new ProtocolError("temporarily_unavailable", {
    cause: new Error(`the keys for tokens are not to be had: ${code}`),
  });
}
