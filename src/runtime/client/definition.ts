/** What a client is made of: generated data, the address of a business, and how to call. */

import type { Cancellation } from "../idempotency/index.js";
import type { Agreement } from "../negotiation/index.js";
import type { Issue } from "../schema/index.js";
import type { OperationChecks, Service, TransportName } from "../service/index.js";
import type { CallIdentity } from "./client-error.js";
import type { Bearer } from "./credentials.js";
import type { Drift } from "./drift.js";
import type { Fetch } from "./fetch.js";
import type { CallHeaders } from "./headers.js";
import type { SignaturePort } from "./signatures.js";
import type { ClientTransport } from "./transport.js";

/** What generated code says of a business. */
export interface ClientDefinition {
  /** The protocol's name: the envelope's member. */
  readonly name: string;
  /** What the code was generated for. */
  readonly agreement: Agreement;
  readonly services: readonly Service[];
  /**
   * `() => import("./checks.js")`: called only where the client validates, so that a bundler puts what
   * validates into a part of its own, which others never load.
   */
  readonly checks: () => Promise<OperationChecks>;
}

export interface ClientLimits {
  /** The bytes of an answer; 8 MiB unless told. */
  readonly answerBytes?: number | undefined;
  /** The bytes of a business's profile; 1 MiB unless told. */
  readonly profileBytes?: number | undefined;
  /** The least time that a business's profile is used, in milliseconds, whatever its `Cache-Control` says; unless given 5,000, and 60,000 for one that says nothing. */
  readonly profileFloorMs?: number | undefined;
  /** The most time that it is used, in milliseconds; 3,600,000 unless given. */
  readonly profileCeilingMs?: number | undefined;
  /** How long to wait at most before trying again, when the business asks for it; 30,000 unless told. */
  readonly retryAfterMs?: number | undefined;
}

export type ValidationMode = boolean | "throw" | "report";

/** How a business is called, however it is known. */
export interface CallingOptions<Via extends TransportName = "rest"> {
  /** URL of the platform's own profile (§5.3): https. */
  readonly profile: string;
  /** REST unless told; `mcp` is in `@proto-gen/runtime/client/mcp`. */
  readonly transport?: ClientTransport<Via> | undefined;
  /** The key that the business has allocated (§5.2). */
  readonly apiKey?: string | undefined;
  /** The token of `Authorization`, or who gives it. */
  readonly bearer?: Bearer | undefined;
  /**
   * Headers that the business's service documents require and the client does not make itself, such as `Request-Signature`: each
   * a value, or a function of the request. The client's own headers cannot be given.
   */
  readonly headers?: CallHeaders | undefined;
  /**
   * The platform's own profile (§2.1). Without it, the platform is taken to have everything that the code was generated for;
   * a capability that it does not have is not active, so that nothing of it is asked for or expected.
   */
  readonly platform?: object | undefined;
  /**
   * Whether requests and answers are held against their schemas (§9.6). A request that breaks its schema is not sent, unless `false`.
   * An answer that breaks its own is refused by `"throw"`, the default, and by `true`: the error has it as `answer`. `"report"` gives
   * it to the caller, and its issues to `onInvalidAnswer`. `false` checks nothing, and loads no validators.
   */
  readonly validate?: ValidationMode | undefined;
  /**
   * Told, with `validate: "report"`, what is wrong with an answer: at least one issue, and ten at most. The call does not wait for
   * it, and has its answer also if this throws or rejects.
   */
  readonly onInvalidAnswer?:
    ((issues: readonly Issue[], call: CallIdentity) => unknown) | undefined;
  /** The platform's own unless given. */
  readonly fetch?: Fetch | undefined;
  /**
   * Called before the client is there, if something differs, and by the first call after a profile that differs otherwise was read.
   * `createClient`, or that call, throws what it throws.
   */
  readonly onDrift?: ((drift: readonly Drift[]) => void) | undefined;
  /**
   * Number of times that the client repeats a call that got no answer, or an answer that asks for a repetition; by default 2. While the
   * business still works on the call (409 with `Retry-After`), the client asks again for up to `limits.retryAfterMs`, unless this is 0.
   */
  readonly retries?: number | undefined;
  /** How long one attempt may take; 30,000 unless told. */
  readonly timeoutMs?: number | undefined;
  readonly limits?: ClientLimits | undefined;
  /** Whether http and hosts of one's own machine may be called. Never in production. */
  readonly development?: boolean | undefined;
}

/** For a business whose live profile says what it has, and where. */
export interface ClientOptions<Via extends TransportName = "rest"> extends CallingOptions<Via> {
  /** The host of the business, `https://shop.example`, or the URL of its profile there (§5.4): `https://shop.example/.well-known/proto`. */
  readonly business: string;
  readonly endpoints?: undefined;
  /** Signs and verifies (§5.4): `clientSignatures` of `@proto-gen/runtime/signature`. */
  readonly signatures?: SignaturePort | undefined;
}

/**
 * For a business that publishes no profile, such as a catalog of many sellers: nothing is discovered, and all that the code was
 * generated for is active. Nothing of the business can be verified: `signatures` cannot be given, and `$business` has no `url` and no
 * `profile`.
 */
export interface EndpointOptions<Via extends TransportName = "rest"> extends CallingOptions<Via> {
  /** Where each transport is served; that of the client has to be among them. The rules are those for the endpoints of a profile. */
  readonly endpoints: { readonly [Name in NoInfer<Via>]: string } & {
    readonly [Name in TransportName]?: string;
  };
  readonly business?: undefined;
  readonly signatures?: undefined;
}

export type AnyClientOptions<Via extends TransportName = "rest"> =
  ClientOptions<Via> | EndpointOptions<Via>;

export interface CallOptions {
  /** Ends the call at once, waiting and repeating included. */
  readonly signal?: Cancellation | undefined;
  /** To make a call again that an earlier process made; a new one unless given (§4.8). */
  readonly idempotencyKey?: string | undefined;
  /** For traces; a UUID unless given. The same for every attempt. */
  readonly requestId?: string | undefined;
  /** In place of the client's. */
  readonly timeoutMs?: number | undefined;
}
