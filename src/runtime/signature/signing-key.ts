/** Keys as profiles publish them (§2.1.4, RFC 7517), and as their owner keeps them. */

import { ProtocolError } from "../error/index.js";
import { isObject, own, type Members } from "../json/members.js";
import { algorithmOf, isCurve, type Curve } from "./algorithm.js";
import { decodeBase64Url } from "./base64.js";
import { permits } from "./key-use.js";

export interface PublicJwk {
  readonly kid: string;
  readonly kty: "EC";
  readonly crv: Curve;
  /** Coordinates in base64url, of the curve's full width (RFC 7518 §6.2.1). */
  readonly x: string;
  readonly y: string;
  readonly use?: "sig";
  /** With `verify`, where it is given. */
  readonly key_ops?: string[];
  readonly alg?: "ES256" | "ES384";
}

export interface PrivateJwk extends PublicJwk {
  readonly d: string;
}

/** A key's numbers, and nothing that a document may have beside them. */
export interface Point {
  readonly kty: "EC";
  readonly crv: Curve;
  readonly x: string;
  readonly y: string;
}

/**
 * The key's point, whose coordinates nobody has read yet: that is for `requireCoordinates`, and the import.
 *
 * @throws ProtocolError algorithm_unsupported; key_not_found for what is no public key for signatures
 */
export function publicPointOf(jwk: unknown): Point {
  if (!isObject(jwk)) throw unusable("is no object");
  if (own(jwk, "d") !== undefined)
    throw unusable("has a private member, so anyone can sign with it");
  const point = pointOf(jwk);
  if (!permits(jwk, "verify")) throw unusable("may not verify: its use or key_ops forbid it");
  return point;
}

/** @throws ProtocolError as `publicPointOf` */
export function pointOf(jwk: Members): Point {
  const crv = own(jwk, "crv");
  if (own(jwk, "kty") !== "EC" || !isCurve(crv))
    throw unsupported("The key is not on P-256 or P-384.");
  const { jose } = algorithmOf(crv);
  const alg = own(jwk, "alg");
  if (alg !== undefined && alg !== jose) throw unsupported(`The key's alg is not ${jose}.`);
  const x = own(jwk, "x");
  const y = own(jwk, "y");
  if (typeof x === "string" && typeof y === "string") return { kty: "EC", crv, x, y };
  throw unusable("lacks a coordinate");
}

/** @throws ProtocolError key_not_found for coordinates that are not as wide as the curve's */
export function requireCoordinates(point: Point): Point {
  const { bytes } = algorithmOf(point.crv);
  for (const text of [point.x, point.y])
    if (decodeBase64Url(text)?.length !== bytes)
      throw unusable(`has coordinates that are not ${bytes} bytes in base64url`);
  return point;
}

/** A key that cannot be used is none. */
export function unusable(why: string, cause?: unknown): ProtocolError {
  return new ProtocolError("key_not_found", { content: `The signer's key ${why}.`, cause });
}

function unsupported(content: string): ProtocolError {
  return new ProtocolError("algorithm_unsupported", { content });
}
