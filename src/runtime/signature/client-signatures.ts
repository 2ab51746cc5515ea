/** A platform signs what it sends, and verifies what it gets (§5.4): what `createClient` takes as `signatures`. */

import type { SignaturePort } from "../client/signatures.js";
import { signRequest, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";
import { keysOf } from "./verification-keys.js";
import { verifyResponse, type VerifyOptions } from "./verify.js";

export interface ClientSignaturesOptions extends SignOptions, VerifyOptions {
  /** The platform's key; a function, where keys are rotated while the client lives. */
  readonly signer?: Signer | (() => Signer);
  /**
   * Answers that must be signed: those of completing, over REST, or none. None unless told; a signature that
   * is there is verified in any case.
   */
  readonly require?: "complete" | "none";
}

export function clientSignatures(options: ClientSignaturesOptions): SignaturePort {
  const { signer, require: required = "none" } = options;
  const current = typeof signer === "function" ? signer : () => signer;
  return {
    connect: ({ agentHeader, profile, refresh }) => ({
      async sign({ method, url, headers, body }) {
        const key = current();
        if (key === undefined) return [];
        const { protocol, host, pathname, search } = new URL(url);
        const scheme = protocol === "https:" ? "https" : "http";
        const target = pathname + search;
        const request = { method, target, scheme, authority: host, headers, body } as const;
        return signRequest(request, key, { ...options, agentHeader });
      },
      requires: (verb) => required === "complete" && verb === "complete",
      async verify(answer) {
        await verifyResponse(answer, keysOf(profile, refresh), options);
      },
    }),
  };
}

declare const URL: new (url: string) => {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
};
