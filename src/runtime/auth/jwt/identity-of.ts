/** Derives an identity from verified claims (RFC 9068 §2.2). */

import type { JWTPayload } from "jose";
import type { Identity } from "../principal.js";

/** Undefined, which means refused, if the token names neither a subject nor a client. */
export function identityOf(claims: JWTPayload): Identity | undefined {
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
