/**
 * Verifies a signed token (RFC 7519) and its claims. The library checks signature, times and audience; this module
 * adds what it leaves out. The key's curve determines its only algorithm; tokens cannot choose another (§5.4).
 */

import { errors, jwtVerify, type JWTVerifyOptions, importJWK, type JWK } from "jose";
import { refused, type MandateCode, type Refused } from "../commerce/mandate/mandates.js";
import { own, type Members, defined, isObject } from "../json/members.js";
import { parseJsonBytes } from "../json/parse-json.js";
import { findKey, permits } from "../signature/signing-key.js";
import { decodeBase64Url } from "../text/encoding.js";

/** Carries a refusal out of a verification. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly verdict: Refused;

  constructor(code: MandateCode, content: string) {
    super(code);
    this.verdict = refused(code, content);
  }
}

/** The same for every problem of a signature: only its creator could use the reason. */
export function badSignature(content = "The mandate's signature cannot be verified."): Refusal {
  return new Refusal("mandate_invalid_signature", content);
}

/**
 * Parses a part of a token as JSON (RFC 7515 §2), strictly and in its only encoding, so that all parsers agree.
 * Undefined if it is not JSON in base64url, or parsers might read it differently.
 */
export function jsonPart(part: string): unknown {
  const bytes = decodeBase64Url(part);
  if (bytes === undefined) return undefined;
  try {
    return parseJsonBytes(bytes);
  } catch {
    return undefined;
  }
}

/** The key id of a header. Undefined if it names none, or requires extensions (RFC 7515 §4.1.11). */
export function keyIdIn(part: string): string | undefined {
  const header = objectPart(part);
  if (header === undefined || own(header, "crit") !== undefined) return undefined;
  const keyId = own(header, "kid");
  return typeof keyId === "string" ? keyId : undefined;
}

export function objectPart(part: string): Members | undefined {
  const value = jsonPart(part);
  return isObject(value) ? value : undefined;
}

/** The clock for all tokens of one mandate. */
export interface TokenTimes {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly clockToleranceSeconds: number;
}

/** What the library checks for one token, besides its times. */
export type TokenRules = Pick<JWTVerifyOptions, "audience" | "typ"> & {
  readonly required: readonly string[];
  /** Maximum seconds since `iat`. */
  readonly maxAge?: number | undefined;
};

/** @throws Refusal `mandate_invalid_signature`, `mandate_expired`, `mandate_scope_mismatch` */
export async function verifiedClaims(
  token: string,
  { key, algorithm }: PublicKey,
  { now, clockToleranceSeconds }: TokenTimes,
  { required, maxAge, ...rules }: TokenRules,
): Promise<Members> {
  const claims = readClaims(token);
  try {
    await jwtVerify(token, key, {
      ...rules,
      algorithms: [algorithm],
      currentDate: new Date(now),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: [...required],
      ...defined({ maxTokenAge: maxAge }),
    });
  } catch (thrown) {
    throw refusalOf(thrown);
  }
  requireMade(claims, now + clockToleranceSeconds * 1_000);
  return claims;
}

/** Requires canonical encodings and strict JSON, so that other parsers find the same claims. */
function readClaims(token: string): Members {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims = objectPart(payload);
  const readable = objectPart(header) !== undefined && decodeBase64Url(signature) !== undefined;
  if (!readable || claims === undefined) throw badSignature();
  return claims;
}

/** The library checks `iat` only if there is an age limit. */
function requireMade(claims: Members, latest: number): void {
  const made = own(claims, "iat");
  if (typeof made === "number" && made * 1_000 > latest) throw outOfTime();
}

const TIMES: ReadonlySet<string> = new Set(["exp", "nbf", "iat"]);

function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof errors.JWTExpired) return outOfTime();
  if (!(thrown instanceof errors.JWTClaimValidationFailed)) return badSignature();
  const { claim, reason } = thrown;
  if (claim === "aud")
    return new Refusal("mandate_scope_mismatch", "The mandate is not for this business.");
  if (TIMES.has(claim) && reason === "check_failed") return outOfTime();
  return badSignature(`The mandate's ${claim} is missing or invalid.`);
}

function outOfTime(): Refusal {
  return new Refusal("mandate_expired", "The mandate is not valid at this time.");
}

export interface PublicKey {
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  readonly algorithm: string;
}

/** Asymmetric only: a public key could otherwise be used as an HMAC secret (RFC 8725 §2.1). */
const CURVES: ReadonlyMap<unknown, { readonly algorithm: string; readonly bytes: number }> =
  /* @__PURE__ */ new Map([
    ["P-256", { algorithm: "ES256", bytes: 32 }],
    ["P-384", { algorithm: "ES384", bytes: 48 }],
    ["P-521", { algorithm: "ES512", bytes: 66 }],
  ]);

/** Finds a usable key by its id in `signing_keys` of a profile, unchecked. Undefined if there is none. */
export async function publicKeyWith(
  keyId: string,
  signingKeys: unknown,
): Promise<PublicKey | undefined> {
  try {
    return await publicKeyOf(findKey(signingKeys, keyId));
  } catch {
    // Several keys have the id, or the point is not on its curve: neither is usable.
    return undefined;
  }
}

/**
 * Undefined if it is not a public key for signatures.
 * @throws whatever the platform throws if the point is not on its curve
 */
export async function publicKeyOf(jwk: unknown): Promise<PublicKey | undefined> {
  if (!isObject(jwk) || own(jwk, "kty") !== "EC" || own(jwk, "d") !== undefined) return undefined;
  const crv = own(jwk, "crv");
  const curve = CURVES.get(crv);
  const alg = own(jwk, "alg");
  if (curve === undefined || !permits(jwk, "verify")) return undefined;
  if (alg !== undefined && alg !== curve.algorithm) return undefined;
  const [x, y] = [own(jwk, "x"), own(jwk, "y")];
  if (!isCoordinate(x, curve.bytes) || !isCoordinate(y, curve.bytes)) return undefined;
  // Copies only the coordinates, without other members.
  const point: JWK = { kty: "EC", crv: crv as string, x, y };
  return { key: await importJWK(point, curve.algorithm), algorithm: curve.algorithm };
}

function isCoordinate(value: unknown, bytes: number): value is string {
  return typeof value === "string" && decodeBase64Url(value)?.length === bytes;
}
