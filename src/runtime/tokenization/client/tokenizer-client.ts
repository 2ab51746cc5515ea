/** A client of a tokenizer (§4.6): what it is made of, and what it does. */

import type { Bearer, Fetch } from "../../client/index.js";
import type { Cancellation } from "../../idempotency/index.js";
import type { Binding } from "../binding.js";
import type { SourceCredential } from "../credential.js";
import type { TokenPolicyName } from "../token-policy.js";
import type { TokenCredential } from "../tokenize.js";

export interface TokenizerClientOptions {
  /** As the handler's specification publishes it: https. */
  readonly baseUrl: string;
  /** The participant's token of `Authorization`, or who gives it. Detokenize needs one. */
  readonly bearer?: Bearer | undefined;
  /**
   * The handler's `token_policy`; `single_use` unless told. Under it detokenize is never made again: the
   * answer that did not come may have used up the token.
   */
  readonly policy?: TokenPolicyName | undefined;
  /** How often a call is made again that may be; 2 unless told. */
  readonly retries?: number | undefined;
  /** How long one attempt may take; 10,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** The bytes of an answer; 64 KiB unless told. */
  readonly answerBytes?: number | undefined;
  /** The platform's own unless given. */
  readonly fetch?: Fetch | undefined;
  /** Whether http and hosts of one's own machine may be called. Never in production. */
  readonly development?: boolean | undefined;
}

export interface TokenCallOptions {
  /** Ends the call at once, waiting and repeating included. */
  readonly signal?: Cancellation | undefined;
}

/**
 * Both throw `ProtocolError` for what the tokenizer says, by its code alone, and `ClientError` for the rest:
 * REQUEST_INVALID, ANSWER_INVALID, NETWORK, TIMEOUT, ABORTED. No error has a word of what was sent or
 * received, which may be a credential.
 */
export interface TokenizerClient {
  /** Each call that is answered gives a token of its own; one whose answer did not come ends by itself. */
  tokenize<Credential extends SourceCredential>(
    credential: Credential,
    binding: Binding,
    options?: TokenCallOptions,
  ): Promise<TokenCredential>;
  /** `not_found` for a token that is used, expired or bound to something else (§5.6). */
  detokenize(
    token: string,
    binding: Binding,
    options?: TokenCallOptions,
  ): Promise<SourceCredential>;
}
