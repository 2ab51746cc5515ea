/** A platform signs what it sends, and verifies what it gets (§5.4): what `createClient` takes as `signatures`. */

import type { SignaturePort } from "../client/signatures.js";
import { signRequest, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";
import { keysOf } from "./verification-keys.js";
import { verifiedAnswer } from "./verified-answer.js";
import { verifyResponse, type VerifyOptions } from "./verify.js";

export interface ClientSignaturesOptions extends SignOptions, VerifyOptions {
  /** The platform's key; a function, where keys are rotated while the client lives. */
  readonly signer?: Signer | (() => Signer) | undefined;
  /**
   * Answers that must be signed: those of completing, over REST, or none. None unless told; a signature that
   * is there is verified in any case.
   */
  readonly require?: "complete" | "none" | undefined;
}

/** Digests are of bytes as they were sent: nobody should unpack them on the way. */
const IDENTITY = ["Accept-Encoding", "identity"] as const;

/** @throws TypeError for an option that is none */
export function clientSignatures(options: ClientSignaturesOptions): SignaturePort {
  const { signer, require: required = "none" } = options;
  // Whoever misspells it would go without.
  if (required !== "complete" && required !== "none")
    throw new TypeError(`clientSignatures: require is "complete" or "none"`);
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

declare const URL: new (url: string) => {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
};
