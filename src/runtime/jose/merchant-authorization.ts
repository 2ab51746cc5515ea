/**
 * A business authorizes a checkout with a JWS with detached content (RFC 7515 appendix F): `<header>..<signature>`. The
 * authorization is verified for a platform before it shows the checkout to the buyer, and for the business when the
 * checkout comes back in a mandate.
 */

import canonicalize from "canonicalize";
import { flattenedVerify } from "jose";
import { isObject, type Members } from "../json/members.js";
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from "../text/encoding.js";
import {
  ACCEPTED,
  refused,
  type Verdict,
  type MerchantAuthorizer,
} from "../commerce/mandate/mandates.js";
import { publicKeyWith, keyIdIn } from "./verify-token.js";
import { createSigner, type Signer } from "../signature/signer.js";
import { type PrivateJwk, algorithmOf } from "../signature/signing-key.js";

/** Header and signature have a few hundred characters; longer texts are rejected unread. */
const MAX_LENGTH = 4_096;
/** RFC 7515 appendix F. */
const DETACHED = /^([\w-]+)\.\.([\w-]+)$/;

const NOT_VERIFIED = "The business has not authorized this state of the checkout.";

/**
 * Verifies that the business offered this checkout (§1.8). Returns a verdict and never throws, whatever the arguments.
 * @param checkoutBody as it was received, including envelope and `ap2`
 * @param authorization its `ap2.merchant_authorization`; undefined if there is none
 * @param signingKeys `signing_keys` of the business's profile
 * @example
 * ```ts
 * import { jwsAuthorizer, verifyMerchantAuthorization } from "@proto-gen/runtime/jose";
 * import { generateSigningKey } from "@proto-gen/runtime/signature";
 *
 * const { privateKey, publicKey } = await generateSigningKey();
 * const checkout = { id: "checkout_1", totals: [{ type: "total", amount: 1999 }] };
 * const signature = await (await jwsAuthorizer(privateKey)).sign(checkout);
 * (await verifyMerchantAuthorization(checkout, signature, [publicKey])).kind; // "accepted"
 * (await verifyMerchantAuthorization({ ...checkout, totals: [] }, signature, [publicKey])).kind; // "refused"
 * ```
 */
export async function verifyMerchantAuthorization(
  checkoutBody: unknown,
  authorization: unknown,
  signingKeys: unknown,
): Promise<Verdict> {
  if (authorization === undefined)
    return refused(
      "merchant_authorization_missing",
      "The checkout lacks the business's authorization.",
    );
  const verified =
    typeof authorization === "string" &&
    authorization.length <= MAX_LENGTH &&
    isObject(checkoutBody) &&
    (await isAuthorized(checkoutBody, authorization, signingKeys));
  return verified ? ACCEPTED : refused("merchant_authorization_invalid", NOT_VERIFIED);
}

async function isAuthorized(
  checkoutBody: object,
  authorization: string,
  signingKeys: unknown,
): Promise<boolean> {
  const [, header = "", signature = ""] = DETACHED.exec(authorization) ?? [];
  const keyId = keyIdIn(header);
  // A non-canonical encoding would be another text for the same signature.
  if (keyId === undefined || decodeBase64Url(signature) === undefined) return false;
  const key = await publicKeyWith(keyId, signingKeys);
  if (key === undefined) return false;
  try {
    const payload = encodeBase64Url(signedPart(checkoutBody));
    const algorithms = [key.algorithm];
    await flattenedVerify({ protected: header, payload, signature }, key.key, { algorithms });
    return true;
  } catch {
    // The signature or algorithm is wrong, or the checkout has no canonical text.
    return false;
  }
}

/**
 * Everything of a checkout that is sent except `ap2`, which holds the signature.
 * @throws Error if the checkout is not JSON
 */
function signedPart(checkoutBody: object): Uint8Array {
  return encodeUtf8(canonicalJson(without(checkoutBody, new Set(["ap2"]))));
}

/**
 * The canonical text of a JSON value (RFC 8785), independent of its bytes in a message.
 * @param value JSON only; members that are undefined are omitted, as in JSON
 * @throws Error if there is no such text: infinite numbers, NaN, lone surrogates, cycles
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("the value cannot be written as JSON");
  return text;
}

export function without(object: object, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}

/**
 * Creates what signs checkouts for `merchantAuthorization` (§1.8). The signature covers everything that is sent except
 * `ap2`.
 * @param key the private key of one of the profile's `signing_keys` (§2.1.4), or a signer; a function if keys are
 * rotated at run time
 * @throws whatever `createSigner` throws
 * @example
 * ```ts
 * import { merchantAuthorization } from "@proto-gen/runtime/commerce";
 * import { jwsAuthorizer } from "@proto-gen/runtime/jose";
 * import { generateSigningKey } from "@proto-gen/runtime/signature";
 *
 * const { privateKey } = await generateSigningKey();
 * const authorize = merchantAuthorization(await jwsAuthorizer(privateKey));
 * const finishers = { "dev.proto.shopping.ap2_mandate": authorize };
 * ```
 */
export async function jwsAuthorizer(
  key: PrivateJwk | Signer | (() => Signer),
): Promise<MerchantAuthorizer> {
  const given = typeof key === "function" || "sign" in key ? key : await createSigner(key);
  const current = typeof given === "function" ? given : () => given;
  return {
    async sign(checkoutBody) {
      const signer = current();
      const { jose: alg } = algorithmOf(signer.curve);
      const header = encodeBase64Url(encodeUtf8(JSON.stringify({ alg, kid: signer.keyId })));
      const payload = encodeBase64Url(signedPart(checkoutBody));
      const signature = await signer.sign(encodeUtf8(`${header}.${payload}`));
      return `${header}..${encodeBase64Url(signature)}`;
    },
  };
}
