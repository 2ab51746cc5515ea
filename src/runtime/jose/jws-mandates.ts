/** Mandates of a whole business (§1.8), for `createBusiness`: signed with its keys, and verified with the platforms'. */

import type { Mandates, MandateParties } from "../business/mandates.js";
import { jwsAuthorizer } from "./merchant-authorization.js";
import { jwsMandateVerifier, type JwsMandateVerifierOptions } from "./jws-mandate-verifier.js";
import { platformKeys, type MandateKeys } from "./mandate-keys.js";

export interface JwsMandatesOptions extends Omit<
  JwsMandateVerifierOptions,
  "keysFor" | "signingKeys"
> {
  /** Default: the keys in the profile of the platform. */
  readonly keysFor?: MandateKeys | undefined;
}

/**
 * Creates the option `mandates` of `createBusiness`.
 * @example
 * ```ts
 * import { jwsMandates } from "@proto-gen/runtime/jose";
 *
 * const mandates = jwsMandates({ audience: "https://shop.example" });
 * ```
 */
export function jwsMandates(options: JwsMandatesOptions = {}): Mandates {
  return async ({ signer, signingKeys, platforms }: MandateParties) => ({
    authorizer: await jwsAuthorizer(signer),
    verifier: jwsMandateVerifier({
      ...options,
      keysFor: options.keysFor ?? platformKeys(platforms),
      signingKeys,
    }),
  });
}
