/**
 * Key binding (RFC 9901 §4.3, §7.3): proves that whoever presents the mandate holds the key that it was issued for.
 */

import { isObject, own, type Members } from "../../json/members.js";
import { encodeUtf8 } from "../../rest/encode-utf8.js";
import { digestOf, hashNamed } from "./digest-of.js";
import { publicKeyOf, type PublicKey } from "./public-key.js";
import { badSignature, Refusal } from "./refusal.js";
import { verifiedClaims, type TokenRules, type TokenTimes } from "./verify-token.js";

export interface Binding {
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
export async function requireKeyBinding(
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
