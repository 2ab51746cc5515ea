/** What a client is made of: generated data, the address of a business, and how to call. */

import type { Cancellation } from "../idempotency/index.js";
import type { Agreement } from "../negotiation/index.js";
import type { OperationChecks, Service, TransportName } from "../service/index.js";
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
  readonly answerBytes?: number;
  /** The bytes of a business's profile; 1 MiB unless told. */
  readonly profileBytes?: number;
  /** The least time that a business's profile is used, in milliseconds, whatever its `Cache-Control` says; 60,000 unless given. */
  readonly profileFloorMs?: number;
  /** The most time that it is used, in milliseconds; 3,600,000 unless given. */
  readonly profileCeilingMs?: number;
  /** How long to wait at most before trying again, when the business asks for it; 30,000 unless told. */
  readonly retryAfterMs?: number;
}

export interface ClientOptions<Via extends TransportName = "rest"> {
  /** The host of the business, `https://shop.example`, or the URL of its profile there (§5.4): `https://shop.example/.well-known/proto`. */
  readonly business: string;
  /** URL of the platform's own profile (§5.3): https. */
  readonly profile: string;
  /** REST unless told; `mcp` is in `@proto-gen/runtime/client/mcp`. */
  readonly transport?: ClientTransport<Via>;
  /** The key that the business has allocated (§5.2). */
  readonly apiKey?: string | undefined;
  /** The token of `Authorization`, or who gives it. */
  readonly bearer?: Bearer | undefined;
  /** Signs and verifies (§5.4): `clientSignatures` of `@proto-gen/runtime/signature`. */
  readonly signatures?: SignaturePort;
  /**
   * Headers that the business's service documents require and the client does not make itself, such as `Request-Signature`: each
   * a value, or a function of the request. The client's own headers cannot be given.
   */
  readonly headers?: CallHeaders;
  /**
   * The platform's own profile (§2.1). Without it, the platform is taken to have everything that the code was generated for;
   * a capability that it does not have is not active, so that nothing of it is asked for or expected.
   */
  readonly platform?: object;
  /** Whether requests and answers are held against their schemas (§9.6); they are unless told. */
  readonly validate?: boolean;
  /** The platform's own unless given. */
  readonly fetch?: Fetch;
  /**
   * Called before the client is there, if something differs, and by the first call after a profile that differs otherwise was read.
   * `createClient`, or that call, throws what it throws.
   */
  readonly onDrift?: (drift: readonly Drift[]) => void;
  /** How often a call is made again whose answer did not come, or asks for it; 2 unless told. */
  readonly retries?: number;
  /** How long one attempt may take; 30,000 unless told. */
  readonly timeoutMs?: number;
  readonly limits?: ClientLimits;
  /** Whether http and hosts of one's own machine may be called. Never in production. */
  readonly development?: boolean;
}

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
