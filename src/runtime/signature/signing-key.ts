/**
 * Keys as profiles publish them (§2.1.4, RFC 7517) and as their owner keeps them. The curve of a key determines
 * everything about its signatures: ES256 or ES384 (§5.4). A signature names a key of its signer's profile. Pairs of keys are generated
 * here too, named by their thumbprint (RFC 7638).
 */

import { ProtocolError } from "../error/protocol-error.js";
import { isObject, own, type Members } from "../json/members.js";
import { decodeBase64Url, encodeUtf8, encodeBase64Url } from "../text/encoding.js";
import { isReadableKey } from "./readable-key.js";
import { subtle } from "./web-crypto.js";
import { sha256 } from "../digest/sha256.js";

/** Every implementation MUST be able to verify ES256; ES384 is optional. Signers SHOULD use P-256. */
export type Curve = "P-256" | "P-384";

interface Algorithm {
  /** JOSE name, for a JWK's `alg` (RFC 7518 §3.4). */
  readonly jose: "ES256" | "ES384";
  /** Name in the registry of RFC 9421 §6.2. */
  readonly registered: string;
  readonly hash: "SHA-256" | "SHA-384";
  /** Length of a coordinate, and of each half of a signature. */
  readonly bytes: number;
}

const ALGORITHMS: Readonly<Record<Curve, Algorithm>> = {
  "P-256": { jose: "ES256", registered: "ecdsa-p256-sha256", hash: "SHA-256", bytes: 32 },
  "P-384": { jose: "ES384", registered: "ecdsa-p384-sha384", hash: "SHA-384", bytes: 48 },
};

export function isCurve(value: unknown): value is Curve {
  return value === "P-256" || value === "P-384";
}

export function algorithmOf(curve: Curve): Algorithm {
  return ALGORITHMS[curve];
}

export interface PublicJwk {
  readonly kid: string;
  readonly kty: "EC";
  readonly crv: Curve;
  /** Base64url coordinates of the curve's full width (RFC 7518 §6.2.1). */
  readonly x: string;
  readonly y: string;
  readonly use?: "sig";
  /** Must include `verify` if present. */
  readonly key_ops?: string[];
  readonly alg?: "ES256" | "ES384";
}

export interface PrivateJwk extends PublicJwk {
  readonly d: string;
}

/** The coordinates of a key, without other members. */
export interface Point {
  readonly kty: "EC";
  readonly crv: Curve;
  readonly x: string;
  readonly y: string;
}

/**
 * Returns the key's point. Its coordinates are only checked by `requireCoordinates` and the import.
 * @throws ProtocolError `algorithm_unsupported`; `key_not_found` if it is not a public key for signatures
 */
export function publicPointOf(jwk: unknown): Point {
  if (!isObject(jwk)) throw unusable("is not an object");
  if (own(jwk, "d") !== undefined)
    throw unusable("has a private member, so anyone can sign with it");
  const point = pointOf(jwk);
  if (!permits(jwk, "verify")) throw unusable("must not verify: its use or key_ops forbids it");
  return point;
}

/** @throws ProtocolError as `publicPointOf` */
export function pointOf(jwk: Members): Point {
  const crv = own(jwk, "crv");
  if (own(jwk, "kty") !== "EC" || !isCurve(crv))
    throw unsupported("The key is not on P-256 or P-384.");
  const { jose } = algorithmOf(crv);
  const alg = own(jwk, "alg");
  if (alg !== undefined && alg !== jose) throw unsupported(`The key's alg must be ${jose}.`);
  const x = own(jwk, "x");
  const y = own(jwk, "y");
  if (typeof x === "string" && typeof y === "string") return { kty: "EC", crv, x, y };
  throw unusable("lacks a coordinate");
}

/** @throws ProtocolError `key_not_found` if a coordinate does not have the curve's width */
export function requireCoordinates(point: Point): Point {
  const { bytes } = algorithmOf(point.crv);
  for (const text of [point.x, point.y])
    if (decodeBase64Url(text)?.length !== bytes)
      throw unusable(`has coordinates that are not ${bytes} bytes in base64url`);
  return point;
}

/** An unusable key is reported as not found. */
export function unusable(why: string, cause?: unknown): ProtocolError {
  return new ProtocolError("key_not_found", { content: `The signer's key ${why}.`, cause });
}

function unsupported(content: string): ProtocolError {
  return new ProtocolError("algorithm_unsupported", { content });
}

/** A use of a key (RFC 7517 §4.2 and §4.3). */
type KeyOperation = "sign" | "verify";

/**
 * True for a key that does not restrict its use. False if `use` or `key_ops` is unreadable, since it may forbid this
 * use.
 */
export function permits(jwk: Members, operation: KeyOperation): boolean {
  const use = own(jwk, "use");
  const operations = own(jwk, "key_ops");
  if (use !== undefined && use !== "sig") return false;
  if (operations === undefined) return true;
  return (
    Array.isArray(operations) &&
    operations.every((each) => typeof each === "string") &&
    new Set(operations).size === operations.length &&
    operations.includes(operation)
  );
}

/**
 * Returns the key with this id. Undefined if there is none.
 * @param signingKeys `signing_keys` of a profile, unchecked
 * @throws ProtocolError `key_not_found` if several keys have the id, since verifiers would choose different ones
 */
export function findKey(signingKeys: unknown, kid: string): unknown {
  if (!Array.isArray(signingKeys)) return undefined;
  const named = signingKeys.filter((key) => isObject(key) && own(key, "kid") === kid);
  const readable = named.filter(isReadableKey);
  // Ignore unreadable entries with the same id. If there is no other, return it, so that its reader can say what is
  // wrong.
  const found = readable.length > 0 ? readable : named;
  if (found.length < 2) return found[0];
  const content = "The signer's profile must not have several keys with this id.";
  throw new ProtocolError("key_not_found", { content });
}

export interface GenerateOptions {
  /** Default: P-256, since not every verifier supports P-384 (§5.4). */
  readonly curve?: Curve | undefined;
  /** Default: the key's thumbprint (RFC 7638). */
  readonly kid?: string | undefined;
}

export interface SigningKeyPair {
  readonly privateKey: PrivateJwk;
  readonly publicKey: PublicJwk;
}

/**
 * Generates a key pair (§2.1.4). Keep the private key secret, and publish the public key in the profile's
 * `signing_keys`.
 * @example
 * ```ts
 * import { generateSigningKey } from "@proto-gen/runtime/signature";
 *
 * const { privateKey, publicKey } = await generateSigningKey({ kid: "shop_2026" });
 * const profile = { proto: { version: "2026-11-27" }, signing_keys: [publicKey] };
 * publicKey.alg; // "ES256"
 * ```
 */
export async function generateSigningKey(options: GenerateOptions = {}): Promise<SigningKeyPair> {
  const { curve = "P-256" } = options;
  const algorithm = { name: "ECDSA", namedCurve: curve } as const;
  const pair = await subtle().generateKey(algorithm, true, ["sign", "verify"]);
  const { x, y, d } = (await subtle().exportKey("jwk", pair.privateKey)) as unknown as PrivateJwk;
  const point = { kty: "EC", crv: curve, x, y } as const;
  const kid = options.kid ?? (await thumbprintOf(point));
  const publicKey: PublicJwk = { kid, ...point, use: "sig", alg: algorithmOf(curve).jose };
  return { privateKey: { ...publicKey, d }, publicKey };
}

/** The thumbprint of a key (RFC 7638): SHA-256 of the required members in alphabetical order (§3.2), in base64url. */
export async function thumbprintOf({ crv, kty, x, y }: Point): Promise<string> {
  return encodeBase64Url(await sha256(encodeUtf8(JSON.stringify({ crv, kty, x, y }))));
}
