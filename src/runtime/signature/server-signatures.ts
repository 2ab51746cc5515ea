/**
 * Verifies platforms' requests with the keys in their profiles, and signs a business's responses (§5.4). Pass the
 * verifier to `signed` of `@proto-gen/runtime/auth`, and the signer to `createServer` as `signAnswers`.
 */

import type { RequestVerifier, SignedRequest } from "../auth/signed.js";
import { ProtocolError } from "../error/protocol-error.js";
import { headerList } from "../rest/web.js";
import type { PlatformProfiles } from "../server/platforms.js";
import { vocabularyOf } from "../vocabulary/vocabulary.js";
import type { RequestMessage } from "./message.js";
import { keysOf } from "./verification-keys.js";
import { verifyRequest, type Verified, type VerifyOptions } from "./verify.js";
import type { AnswerSigner } from "../server/request-path.js";
import { signAsAsked } from "./accept-signature.js";
import { signResponse, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";

export interface VerifyRequestsOptions extends VerifyOptions {
  /** The protocol's name. */
  readonly name: string;
  /** Source of the profiles. With `refresh`, an unknown key is looked up again in the current profile. */
  readonly platforms: PlatformProfiles;
  /**
   * The origins that a request may be for (§5.4), such as `https://shop.example.com`. A signature for another origin
   * is rejected, since that request was meant for someone else. The Host field is not used, so a proxy may rewrite
   * it. Default: those of the endpoints in the business's profile.
   */
  readonly origins?: readonly string[] | undefined;
  /** The scheme of requests, for servers whose origins are unknown. Default: the connection's. */
  readonly scheme?: "https" | "http" | undefined;
}

/**
 * Creates the verifier of requests (§5.4) that `signed` takes. The keys are those of the profile that the request
 * names.
 * @example
 * ```ts
 * import { signed } from "@proto-gen/runtime/auth";
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 * import { verifyRequests } from "@proto-gen/runtime/signature";
 *
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
 * const verifier = verifyRequests({ name: "proto", platforms, maxAge: 300 });
 * const authentication = signed(verifier);
 * ```
 */
export function verifyRequests(options: VerifyRequestsOptions): RequestVerifier {
  const { name, platforms } = options;
  const { agentHeader } = vocabularyOf(name);
  return {
    async verify(request) {
      const { profile: url, signal, signedFields } = request;
      const { profile } = await platforms.get(url, { signal });
      const keys = keysOf(
        profile,
        async () => (await platforms.refresh?.(url, { signal }))?.profile ?? profile,
      );
      return verifyAny(messagesOf(request, options), (message) =>
        verifyRequest(message, keys, { ...options, agentHeader, signedFields }),
      );
    },
  };
}

/** Returns the first success, or throws the last error. */
async function verifyAny(
  [message, ...others]: readonly [RequestMessage, ...RequestMessage[]],
  verify: (message: RequestMessage) => Promise<Verified>,
): Promise<Verified> {
  try {
    return await verify(message);
  } catch (thrown) {
    const [next, ...rest] = others;
    const isOther = thrown instanceof ProtocolError && thrown.code === "signature_invalid";
    if (next === undefined || !isOther) throw thrown;
    return verifyAny([next, ...rest], verify);
  }
}

/** The request as it would be for each origin. */
function messagesOf(
  request: SignedRequest,
  { origins = request.origins ?? [], scheme }: VerifyRequestsOptions,
): readonly [RequestMessage, ...RequestMessage[]] {
  const { method, target, url, headers, rawHeaders, body } = request;
  const sent = { method, target, headers: rawHeaders ?? headerList(headers), body };
  const isHttps = (text: string): boolean => text.startsWith("https:");
  const [first, ...others] = origins.map((origin) => ({
    ...sent,
    scheme: isHttps(origin) ? ("https" as const) : ("http" as const),
    authority: origin.replace(/^https?:\/\//, ""),
  }));
  if (first !== undefined) return [first, ...others];
  return [{ ...sent, scheme: scheme ?? (isHttps(url) ? "https" : "http") }];
}

export interface SignAnswersOptions extends SignOptions {
  /**
   * The responses that are signed although their requests do not ask for it. `complete`: successful responses to Complete Checkout over REST and MCP, as §5.4 recommends. `all`: the responses
   * of every operation, including errors. Default: complete.
   */
  readonly answers?: "complete" | "all" | undefined;
}

/**
 * Creates the option `signAnswers` of a server (§5.4). A response whose request asks for signatures in `Accept-Signature` (RFC 9421 §5)
 * has those that can be made, in place of the server's own if it has the same label.
 * @param signer pass a function if keys are rotated at run time
 * @example
 * ```ts
 * import { createSigner, generateSigningKey, signAnswers } from "@proto-gen/runtime/signature";
 * import type { ServerOptions } from "@proto-gen/runtime/server";
 *
 * const { privateKey } = await generateSigningKey();
 * const signer = await createSigner(privateKey);
 * const options: Partial<ServerOptions> = { signAnswers: signAnswers(signer, { answers: "all" }) };
 * ```
 */
export function signAnswers(
  signer: Signer | (() => Signer),
  { answers = "complete", ...options }: SignAnswersOptions = {},
): AnswerSigner {
  const current = typeof signer === "function" ? signer : () => signer;
  return {
    sign({ verb }, { status, headers, body }, asked) {
      const response = { status, headers: headers.flat(), body };
      const isOwn = answers === "all" || (verb === "complete" && status < 400);
      if (asked !== undefined)
        return signAsAsked(response, current(), asked, { ...options, isOwn });
      return isOwn ? signResponse(response, current(), options) : undefined;
    },
  };
}
