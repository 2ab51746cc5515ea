/**
 * Signs a platform's requests and verifies the responses (§5.4). Pass the result to `createClient` as `signatures`.
 */

import type { SignaturePort } from "../client/signatures.js";
import { signRequest, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";
import { keysOf } from "./verification-keys.js";
import { verifiedAnswer } from "./verified-answer.js";
import { verifyResponse, type VerifyOptions } from "./verify.js";

export interface ClientSignaturesOptions extends SignOptions, VerifyOptions {
  /** The platform's key. Pass a function if keys are rotated at run time. */
  readonly signer?: Signer | (() => Signer) | undefined;
  /**
   * Responses that must be signed: those of Complete Checkout over REST, or none. Signatures that are present are
   * always verified. Default: none.
   */
  readonly require?: "complete" | "none" | undefined;
}

/** Digests cover the bytes as sent, so nothing on the way should decompress them. */
const IDENTITY = ["Accept-Encoding", "identity"] as const;

/** @throws TypeError if `require` is neither of its values */
export function clientSignatures(options: ClientSignaturesOptions): SignaturePort {
  const { signer, require: required = "none" } = options;
  // A misspelt value must not disable the requirement.
  if (required !== "complete" && required !== "none")
    throw new TypeError(`clientSignatures: require must be "complete" or "none"`);
  const current = typeof signer === "function" ? signer : () => signer;
  return {
    connect: (business) => ({
      async sign({ method, url, headers: given, body }) {
        const key = current();
        if (key === undefined) return [IDENTITY];
        const { protocol, host, pathname, search } = new URL(url);
        const scheme = protocol === "https:" ? "https" : "http";
        const target = pathname + search;
        const headers = [...Object.entries(given), IDENTITY].flat();
        const request = { method, target, scheme, authority: host, headers, body } as const;
        const { agentHeader } = business;
        return [...(await signRequest(request, key, { ...options, agentHeader })), IDENTITY];
      },
      verify: (answer, verb, reading) =>
        verifiedAnswer(answer, {
          isRequired: required === "complete" && verb === "complete",
          reading,
          verify: (message) =>
            verifyResponse(
              message,
              keysOf(business.profile, () => business.refresh()),
              options,
            ),
        }),
    }),
  };
}
