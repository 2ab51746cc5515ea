/**
 * Signs a platform's requests and verifies the responses (§5.4). Pass the result to `createClient` as `signatures`.
 */

import type { SignaturePort } from "../client/definition.js";
import { signRequest, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";
import { keysOf } from "./verification-keys.js";
import { verifyResponse, type VerifyOptions } from "./verify.js";
import { ProtocolError } from "../error/protocol-error.js";
import { headerList, type WebStream } from "../rest/web.js";
import type { FetchResponse } from "../client/send.js";
import { invalidAnswer, readAnswer, type ReadOptions } from "../client/read-answer.js";
import type { ResponseMessage } from "./message.js";

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

/**
 * Creates the option `signatures` of a client (§5.4): it signs requests and verifies the signatures of responses.
 * @throws TypeError if `require` is neither of its values
 * @example
 * ```ts
 * import { clientSignatures, createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
 * import { createClient } from "./generated/client.js";
 *
 * const { privateKey } = await generateSigningKey();
 * const signatures = clientSignatures({ signer: await createSigner(privateKey), require: "complete" });
 * const profile = "https://agent.example/profile.json";
 * const shop = await createClient({ business: "https://shop.example", profile, signatures });
 * ```
 */
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

/**
 * Verifies the signature of a response (§5.4). This consumes the body, so the result is an equivalent response with
 * the bytes already read.
 */
interface Verification {
  /** True if a response without a signature is rejected. Errors need no signature (§5.4). */
  readonly isRequired: boolean;
  readonly reading: ReadOptions;
  /** @throws ProtocolError if the signature is invalid */
  verify(answer: ResponseMessage): Promise<unknown>;
}

/** @throws ClientError `ANSWER_INVALID`, `NETWORK` */
async function verifiedAnswer(
  response: FetchResponse,
  { isRequired, reading, verify }: Verification,
): Promise<FetchResponse> {
  const { status, headers } = response;
  const isSigned = headers.get("signature") !== null || headers.get("signature-input") !== null;
  if (!isSigned && (status >= 400 || !isRequired)) return response;
  const bytes = await readAnswer(response, reading);
  try {
    const body = bytes.length === 0 ? null : bytes;
    await verify({ status, headers: headerList(headers), body });
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw invalidAnswer(`The answer's signature is invalid: ${cause.content}`, { cause });
  }
  return { status, headers, body: streamOf(bytes) };
}

/** Lets the bytes be read again. */
function streamOf(bytes: Uint8Array): WebStream {
  let left: Uint8Array | undefined = bytes;
  const reader = {
    read() {
      const value = left;
      left = undefined;
      return Promise.resolve(value === undefined ? { done: true } : { done: false, value });
    },
    cancel: () => Promise.resolve(),
  };
  return { getReader: () => reader, cancel: () => Promise.resolve() };
}
