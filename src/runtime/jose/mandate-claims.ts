/** Verifies a mandate and returns all claims that it discloses. */

import { own, type Members, isObject } from "../json/members.js";
import type { MandateContext } from "../commerce/mandate/mandate-verifier.js";
import { disclosedClaims, digestOf, hashNamed } from "./disclosures.js";
import type { MandateKeys } from "./mandate-keys.js";
import { publicKeyWith, type PublicKey, publicKeyOf } from "./public-key.js";
import {
  verifiedClaims,
  type TokenTimes,
  type TokenRules,
  keyIdIn,
  objectPart,
  badSignature,
  Refusal,
} from "./verify-token.js";
import { encodeUtf8 } from "../text/utf8.js";

/**
 * Key binding (RFC 9901 §4.3, §7.3): proves that whoever presents the mandate holds the key that it was issued for.
 */
interface Binding {
  /** The key-binding token. */
  readonly token: string;
  /** The text that it must be bound to: everything before it, including the last `~`. */
  readonly presented: string;
  /** Verified claims whose `cnf` has the holder's key. */
  readonly issued: Members;
  readonly nonce: string | undefined;
}

const REQUIRED = ["iat", "aud", "nonce", "sd_hash"];

/** @throws Refusal `mandate_invalid_signature`, `mandate_expired`, `mandate_scope_mismatch` */
async function requireKeyBinding(
  { token, presented, issued, nonce }: Binding,
  times: TokenTimes,
  rules: Pick<TokenRules, "audience" | "maxAge">,
): Promise<void> {
  const hash = hashNamed(own(issued, "_sd_alg"));
  if (token === "" || hash === undefined) throw badSignature("The mandate has no key binding.");
  const holder = await holderKey(issued);
  const claims = await verifiedClaims(token, holder, times, {
    ...rules,
    typ: "kb+jwt",
    required: REQUIRED,
  });
  if (own(claims, "sd_hash") !== (await digestOf(hash, encodeUtf8(presented))))
    throw badSignature("The mandate's key binding belongs to another mandate.");
  if (nonce !== undefined && own(claims, "nonce") !== nonce)
    throw new Refusal("mandate_scope_mismatch", "The mandate's nonce is not this checkout's.");
}

/** The key in `cnf` (RFC 7800 §3.2), which must be among the plainly signed claims. */
async function holderKey(issued: Members): Promise<PublicKey> {
  const confirmation = own(issued, "cnf");
  const jwk = isObject(confirmation) ? own(confirmation, "jwk") : undefined;
  const key = await publicKeyOf(jwk).catch(() => undefined);
  if (key === undefined) throw badSignature("The mandate does not name its holder's key.");
  return key;
}

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
