/**
 * What a platform does before it shows a checkout to its buyer, and a business when it comes back in a mandate. In:
 * a checkout, the business's signature, its keys. Out: whether the business has authorized just this.
 */

import { flattenedVerify } from "jose";
import { isObject } from "../../json/members.js";
import { decodeBase64Url, encodeBase64Url } from "../../signature/base64.js";
import { ACCEPTED, refused, type Verdict } from "../verdict.js";
import { publicKeyWith } from "./public-key.js";
import { signedPart } from "./signed-part.js";
import { keyIdIn } from "./token-part.js";

/** Header and signature are a few hundred characters: longer ones are not read. */
const MAX_LENGTH = 4_096;
/** RFC 7515 appendix F. */
const DETACHED = /^([\w-]+)\.\.([\w-]+)$/;

const NOT_VERIFIED = "The business has not authorized the checkout so.";

/**
 * Never throws, whatever it is given.
 *
 * @param checkoutBody as it was received, envelope and `ap2` included
 * @param authorization its `ap2.merchant_authorization`; undefined where there is none
 * @param signingKeys `signing_keys` of the business's profile
 */
export async function verifyMerchantAuthorization(
  checkoutBody: unknown,
  authorization: unknown,
  signingKeys: unknown,
): Promise<Verdict> {
  if (authorization === undefined)
    return refused(
      "merchant_authorization_missing",
      "The checkout does not have the business's authorization.",
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
  // What is not in its one encoding is another text for the same signature.
  if (keyId === undefined || decodeBase64Url(signature) === undefined) return false;
  const key = await publicKeyWith(keyId, signingKeys);
  if (key === undefined) return false;
  try {
    const payload = encodeBase64Url(signedPart(checkoutBody));
    const algorithms = [key.algorithm];
    await flattenedVerify({ protected: header, payload, signature }, key.key, { algorithms });
    return true;
  } catch {
    // Another signature or algorithm, or a checkout that has no canonical text.
    return false;
  }
}
