/**
 * A business's authorization of a checkout, as a JWS with detached content (RFC 7515 appendix F):
 * `<header>..<signature>`.
 */

import { encodeUtf8 } from "../../rest/encode-utf8.js";
import { encodeBase64Url } from "../../signature/base64.js";
import { createSigner, type PrivateJwk, type Signer } from "../../signature/index.js";
import { algorithmOf } from "../../signature/algorithm.js";
import { signedPart } from "./signed-part.js";
import type { MerchantAuthorizer } from "../merchant-authorization.js";

/**
 * @param key the private key of one of the profile's `signing_keys` (§2.1.4), or a signer; a function if keys are
 * rotated at run time
 * @throws whatever `createSigner` throws
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
