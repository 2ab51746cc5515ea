/** A business signs what it answers (§5.4). In: its key. Out: what a server takes as `signAnswers`. */

import type { AnswerSigner } from "../server/answer-signer.js";
import { signResponse, type SignOptions } from "./sign.js";
import type { Signer } from "./signer.js";

export interface SignAnswersOptions extends SignOptions {
  /**
   * `complete`: what answers the completing of a checkout, over REST and MCP, as §5.4 recommends; `all`: every
   * operation's answers, errors too. `complete` unless told.
   */
  readonly answers?: "complete" | "all" | undefined;
}

/** @param signer a function, where keys are rotated while the server runs */
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
