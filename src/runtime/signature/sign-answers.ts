/** Signs a business's responses (§5.4). Pass the result to `createServer` as `signAnswers`. */

import type { AnswerSigner } from "../server/answer-signer.js";
import { signResponse, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";

export interface SignAnswersOptions extends SignOptions {
  /**
   * `complete`: successful responses to Complete Checkout over REST and MCP, as §5.4 recommends. `all`: the responses
   * of every operation, including errors. Default: complete.
   */
  readonly answers?: "complete" | "all" | undefined;
}

/** @param signer pass a function if keys are rotated at run time */
export function signAnswers(
  signer: Signer | (() => Signer),
  { answers = "complete", ...options }: SignAnswersOptions = {},
): AnswerSigner {
  const current = typeof signer === "function" ? signer : () => signer;
  return {
    sign({ verb }, { status, headers, body }) {
      if (answers === "complete" && (verb !== "complete" || status >= 400)) return undefined;
      return signResponse({ status, headers: headers.flat(), body }, current(), options);
    },
  };
}
