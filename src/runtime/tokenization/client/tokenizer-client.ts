/** The options and interface of a tokenizer client (§4.6). */

import type { Bearer, Fetch } from "../../client/index.js";
import type { Cancellation } from "../../time/cancellation.js";
import type { Binding } from "../binding.js";
import type { SourceCredential } from "../credential.js";
import type { TokenPolicyName } from "../token-policy.js";
import type { TokenCredential } from "../tokenize.js";

export interface TokenizerClientOptions {
  /** The https URL that the handler's specification publishes. */
  readonly baseUrl: string;
  /** The participant's token for `Authorization`, or a function that returns it. Required for detokenize. */
  readonly bearer?: Bearer | undefined;
  /**
   * The handler's `token_policy`. With `single_use`, detokenize is never retried: a lost response may have used up
   * the token. Default: single_use.
   */
  readonly policy?: TokenPolicyName | undefined;
  /** Number of retries of a call that may be retried. Default: 2. */
  readonly retries?: number | undefined;
  /** Time limit of one attempt, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of a response, in bytes. Default: 64 KiB. */
  readonly answerBytes?: number | undefined;
  /** Default: the platform's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Allows http and hosts on this machine. Never use it in production. */
  readonly development?: boolean | undefined;
}

export interface TokenCallOptions {
  /** Aborts the call immediately, even between retries. */
  readonly signal?: Cancellation | undefined;
}

/**
 * Both methods throw `ProtocolError` for errors of the tokenizer, with its code only, and `ClientError` for others:
 * `REQUEST_INVALID`, `ANSWER_INVALID`, `NETWORK`, `TIMEOUT`, `ABORTED`. No error contains anything that was sent or
 * received, which may be a credential.
 */
export interface TokenizerClient {
  /** Every response has a new token. A token whose response was lost expires. */
  tokenize<Credential extends SourceCredential>(
    credential: Credential,
    binding: Binding,
    options?: TokenCallOptions,
  ): Promise<TokenCredential>;
  /** Throws `not_found` if the token is used, expired or bound to something else (§5.6). */
  detokenize(
    token: string,
    binding: Binding,
    options?: TokenCallOptions,
  ): Promise<SourceCredential>;
}
