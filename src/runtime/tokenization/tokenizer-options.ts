/** The options of a tokenizer, including what it publishes about itself, and its two operations as data (§4.6). */

import type { Check, Found, Identity, Principal } from "../auth/check.js";
import type { Cancellation } from "../time/time.js";
import type { BodyLimits } from "../rest/read-json-body.js";
import type { HeaderLimits } from "../rest/read-headers.js";
import type { RestOperation } from "../rest/router.js";
import type { CorsOptions } from "../server/cors.js";
import type { LogEntry } from "../server/definition.js";
import type { RateLimit } from "../server/request-path.js";
import type { CredentialCheck } from "./credential.js";
import type { TokenPolicy } from "./token-policy.js";
import type { Vault } from "./vault.js";

export interface ParticipantRequest {
  readonly operation: TokenizerCall;
  readonly caller: Principal;
  readonly signal: Cancellation;
}

/**
 * Resolves an access token of `identity` (§2.10) to the id, issuer and client that the participant's own bearer token
 * gives. Undefined if it names nobody. Never log the token.
 */
export type ParticipantOf = (
  accessToken: string,
  request: ParticipantRequest,
) => Found | Promise<Found>;

export interface LimitedTokenizerCall {
  /** Undefined for a request that reaches neither call. */
  readonly operation: TokenizerCall | undefined;
  /** Undefined if the caller is not known yet. */
  readonly principal: Principal | undefined;
  /** Undefined if the server does not know it. */
  readonly remoteAddress: string | undefined;
}

export interface TokenizeOptions {
  /** The check for creating tokens; `open()` for everyone, who must then name a participant. */
  readonly authentication: Check;
  /** The accepted kinds of credential, each with a check. Default: `{ card: checkCard }`. */
  readonly accepts?: Readonly<Record<string, CredentialCheck>> | undefined;
}

export interface DetokenizeOptions {
  /**
   * Must require a bearer token (§4.6): `bearer`, `jwtBearer`, either with scopes, or an `allOf` that starts with
   * one.
   */
  readonly authentication: Check;
  /**
   * Returns true if the caller may receive credentials of tokens bound to another participant; knowing an access
   * token of that participant is not enough. Default: nobody may.
   */
  readonly mayActFor?:
    ((caller: Principal, participant: Identity) => boolean | Promise<boolean>) | undefined;
}

export interface TokenizerLimits {
  /** Default: 16 KiB and a depth of 8. */
  readonly body?: BodyLimits | undefined;
  readonly headers?: HeaderLimits | undefined;
  /** Time limit of a call in milliseconds, after which it gets a 503. Default: 10,000. */
  readonly callMs?: number | undefined;
}

export interface TokenizerOptions {
  /** The protocol's name, such as `proto`, which determines the agent header. */
  readonly name: string;
  /** Path of the base URL, without a trailing slash. Default: none. */
  readonly basePath?: string | undefined;
  readonly vault: Vault;
  /** Default: `singleUse()`. */
  readonly policy?: TokenPolicy | undefined;
  /** Default: not served. A handler may have either call, both or neither. */
  readonly tokenize?: TokenizeOptions | undefined;
  /** Default: not served. */
  readonly detokenize?: DetokenizeOptions | undefined;
  /** Default: naming another participant is refused (403). */
  readonly participantOf?: ParticipantOf | undefined;
  /**
   * Called twice per call: before authentication, and with the principal. So it can limit both guesses from an
   * address and the tokens of a principal.
   */
  readonly rateLimit?: RateLimit<LimitedTokenizerCall> | undefined;
  readonly limits?: TokenizerLimits | undefined;
  /** Pages of other origins that may call. Default: none. */
  readonly cors?: CorsOptions | undefined;
  /** Entries never contain a credential, a token or an access token. Errors that it throws are ignored. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

export type TokenizerCall = "tokenize" | "detokenize";

export function operationOf(id: TokenizerCall): RestOperation {
  return {
    id,
    verb: "create",
    capability: "",
    identifiers: [],
    marks: [],
    rest: { method: "POST", path: `/${id}`, parameters: [], body: "required", success: 200 },
  };
}
