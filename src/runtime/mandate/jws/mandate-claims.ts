/** Verifies a mandate and returns all claims that it discloses. */

import { own, type Members } from "../../json/members.js";
import type { MandateContext } from "../mandate-verifier.js";
import { disclosedClaims } from "./disclosures.js";
import { requireKeyBinding } from "./key-binding.js";
import type { MandateKeys } from "./mandate-keys.js";
import { publicKeyWith, type PublicKey } from "./public-key.js";
import { badSignature, Refusal } from "./refusal.js";
import { keyIdIn, objectPart } from "./token-part.js";
import { verifiedClaims, type TokenTimes } from "./verify-token.js";

export interface ReadingRules {
  readonly clockToleranceSeconds: number;
  readonly maxAge: number | undefined;
  readonly audience?: string[];
}

/**
 * @throws Refusal `agent_missing_key`, `mandate_invalid_signature`, `mandate_expired`, `mandate_scope_mismatch`
 * @throws whatever `keysFor` throws
 */
export async function mandateClaims(
  mandate: string,
  context: MandateContext,
  keysFor: MandateKeys,
  { clockToleranceSeconds, ...rules }: ReadingRules,
): Promise<Members> {
  const [issued = "", ...rest] = mandate.split("~");
  const key = await signerKey(issued, context, keysFor);
  const times = { now: context.now, clockToleranceSeconds };
  const binding = rest.pop();
  if (binding === undefined) return plainClaims(issued, key, times, rules);
  const claims = await verifiedClaims(issued, key, times, { required: ["exp"] });
  const presented = mandate.slice(0, mandate.length - binding.length);
  const { nonce } = context;
  await requireKeyBinding({ token: binding, presented, issued: claims, nonce }, times, rules);
  return disclosedClaims(claims, rest);
}

const BOUND = ["cnf", "_sd", "_sd_alg"];

async function plainClaims(
  token: string,
  key: PublicKey,
  times: TokenTimes,
  rules: Omit<ReadingRules, "clockToleranceSeconds">,
): Promise<Members> {
  const claims = await verifiedClaims(token, key, times, { ...rules, required: ["exp"] });
  // Otherwise anyone who has seen a bound mandate could strip its key binding.
  if (BOUND.some((name) => Object.hasOwn(claims, name)))
    throw badSignature("The mandate lacks its key binding.");
  return claims;
}

async function signerKey(
  token: string,
  { platform, signal }: MandateContext,
  keysFor: MandateKeys,
): Promise<PublicKey> {
  const [header = "", payload = ""] = token.split(".");
  const keyId = keyIdIn(header);
  const claims = objectPart(payload);
  if (keyId === undefined || claims === undefined) throw badSignature();
  const issuer = own(claims, "iss");
  const signer = {
    platform,
    keyId,
    issuer: typeof issuer === "string" ? issuer : undefined,
    signal: signal ?? new AbortController().signal,
  };
  const key = await publicKeyWith(keyId, await keysFor(signer));
  if (key === undefined)
    throw new Refusal("agent_missing_key", "The key that signed the mandate was not found.");
  return key;
}
