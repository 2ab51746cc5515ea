/** What a tokenizer is made of: ports, and what it publishes of itself (§4.6). */

import type { Check, Found, Identity, Principal } from "../auth/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { BodyLimits, HeaderLimits } from "../rest/index.js";
import type { CorsOptions, LogEntry, RateLimit } from "../server/index.js";
import type { CredentialCheck } from "./credential.js";
import type { TokenizerCall } from "./operations.js";
import type { TokenPolicy } from "./token-policy.js";
import type { Vault } from "./vault.js";

export interface ParticipantRequest {
  readonly operation: TokenizerCall;
  readonly caller: Principal;
  readonly signal: Cancellation;
}

/**
 * Whom an access token of `identity` names (§2.10): the id, issuer and client that the participant's own
 * bearer token gives; undefined for nobody. The token is never to be logged.
 */
export type ParticipantOf = (
  accessToken: string,
  request: ParticipantRequest,
) => Found | Promise<Found>;

export interface LimitedTokenizerCall {
  /** Undefined for a request that comes to neither call. */
  readonly operation: TokenizerCall | undefined;
  /** Undefined where nobody has been asked yet who calls. */
  readonly principal: Principal | undefined;
  /** Where the server knows it. */
  readonly remoteAddress: string | undefined;
}

export interface TokenizeOptions {
  /** Who may make tokens; `open()` for everyone, who then have to name a participant. */
  readonly authentication: Check;
  /** The kinds of credential that are accepted, with a check of each; `{ card: checkCard }` unless told. */
  readonly accepts?: Readonly<Record<string, CredentialCheck>> | undefined;
}

export interface DetokenizeOptions {
  /** `bearer`, `jwtBearer`, one with scopes, or `allOf` that begins with one: nothing else lets in (§4.6). */
  readonly authentication: Check;
  /**
   * Whether a caller may have the credentials of tokens that are bound to another participant. Nobody may
   * unless given: that it knows an access token of the other's is no leave.
   */
  readonly mayActFor?:
    ((caller: Principal, participant: Identity) => boolean | Promise<boolean>) | undefined;
}

export interface TokenizerLimits {
  /** 16 KiB and a depth of 8 unless told. */
  readonly body?: BodyLimits | undefined;
  readonly headers?: HeaderLimits | undefined;
  /** How long a call may take before it is answered 503; 10,000 unless told. */
  readonly callMs?: number | undefined;
}

export interface TokenizerOptions {
  /** The protocol's name, `proto`: the agent header's. */
  readonly name: string;
  /** Path of the base URL, without a slash at its end; none unless told. */
  readonly basePath?: string | undefined;
  readonly vault: Vault;
  /** `singleUse()` unless told. */
  readonly policy?: TokenPolicy | undefined;
  /** Not served unless given: a handler may have one call, both or neither. */
  readonly tokenize?: TokenizeOptions | undefined;
  /** Not served unless given. */
  readonly detokenize?: DetokenizeOptions | undefined;
  /** Without it nobody can name another participant (403). */
  readonly participantOf?: ParticipantOf | undefined;
  /**
   * Asked twice for each call: before anyone knows who calls, and with the principal. So it bounds both
   * guesses from an address and tokens of a principal.
   */
  readonly rateLimit?: RateLimit<LimitedTokenizerCall> | undefined;
  readonly limits?: TokenizerLimits | undefined;
  /** Which pages of other origins may call; none unless given. */
  readonly cors?: CorsOptions | undefined;
  /** No entry has a credential, a token or an access token. What it throws is passed over. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
