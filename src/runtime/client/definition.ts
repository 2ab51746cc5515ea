/**
 * The parts of a client: generated data, the address of a business, options for calls, and the interfaces for
 * signatures and for transports, each of which makes attempts at calls to an endpoint.
 */

import type { Agreement } from "../negotiation/negotiate.js";
import type { Issue } from "../schema/validator-interface.js";
import type { Service, TransportName, Verb, Operation } from "../service/operation.js";
import type { OperationChecks } from "../service/subset-validators.js";
import type { Cancellation } from "../time/time.js";
import type { Vocabulary } from "../vocabulary/vocabulary.js";
import type { CallIdentity } from "./client-error.js";
import type { Drift } from "./drift.js";
import type { AddedHeaders, Bearer } from "./headers.js";
import type { ReadOptions } from "./read-answer.js";
import type { Fetch, FetchResponse, Send } from "./send.js";

/** Generated data about a business's protocol. */
export interface ClientDefinition {
  /** The protocol's name, which is the envelope's member. */
  readonly name: string;
  /** What the code was generated for. */
  readonly agreement: Agreement;
  readonly services: readonly Service[];
  /**
   * `() => import("./checks.js")`. Called only if the client validates, so that bundlers put validation into a
   * separate chunk.
   */
  readonly checks: () => Promise<OperationChecks>;
}

interface ClientLimits {
  /** Maximum size of a response, in bytes. Default: 8 MiB. */
  readonly answerBytes?: number | undefined;
  /** Maximum size of a business's profile, in bytes. Default: 1 MiB. */
  readonly profileBytes?: number | undefined;
  /**
   * Minimum time to use a business's profile, in milliseconds, whatever its `Cache-Control` says. Default: 5,000, or
   * 60,000 if it says nothing.
   */
  readonly profileFloorMs?: number | undefined;
  /** Maximum time to use a business's profile, in milliseconds. Default: 3,600,000. */
  readonly profileCeilingMs?: number | undefined;
  /** Maximum time to wait before a retry if the business asks for a delay, in milliseconds. Default: 30,000. */
  readonly retryAfterMs?: number | undefined;
}

type ValidationMode = boolean | "throw" | "report";

/** Options that do not depend on how the business is located. */
export interface CallingOptions<Via extends TransportName = "rest"> {
  /** The https URL of the platform's own profile (§5.3). */
  readonly profile: string;
  /** Default: REST. Import `mcp` from `@proto-gen/runtime/client/mcp`. */
  readonly transport?: ClientTransport<Via> | undefined;
  /** The key that the business issued (§5.2). */
  readonly apiKey?: string | undefined;
  /** The token for `Authorization`, or a function that returns it. */
  readonly bearer?: Bearer | undefined;
  /**
   * Headers that the business's service documents require and the client cannot compute, such as `Request-Signature`:
   * each a value, or a function of the request. Headers that the client sets itself are rejected.
   */
  readonly headers?: AddedHeaders | undefined;
  /**
   * The platform's own profile (§2.1). Capabilities that it lacks are inactive: nothing of them is sent or expected.
   * Default: the platform has everything that the code was generated for.
   */
  readonly platform?: object | undefined;
  /**
   * Validates requests and responses (§9.6). Invalid requests are not sent unless this is `false`. Invalid responses
   * are rejected by `"throw"` (the default) and `true`, and are available as `answer` of the error; `"report"`
   * returns them to the caller and passes the issues to `onInvalidAnswer`. `false` validates nothing, and loads no
   * validators.
   */
  readonly validate?: ValidationMode | undefined;
  /**
   * Receives the issues of a response with `validate: "report"`, from one to ten. The call neither waits for it nor
   * fails if it throws or rejects.
   */
  readonly onInvalidAnswer?:
    ((issues: readonly Issue[], call: CallIdentity) => unknown) | undefined;
  /** Default: the platform's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Called before `createClient` resolves if the profile differs from the generated code, and by the first call after
   * the differences have changed. An error that it throws rejects `createClient` or that call.
   */
  readonly onDrift?: ((drift: readonly Drift[]) => void) | undefined;
  /**
   * Number of retries of a call without a response, or with one that asks for a retry. While the business is still
   * processing the call (409 with `Retry-After`), the client keeps asking for up to `limits.retryAfterMs`, unless
   * this is 0. Default: 2.
   */
  readonly retries?: number | undefined;
  /** Time limit of one attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  readonly limits?: ClientLimits | undefined;
  /** Allows http and hosts on this machine. Never use it in production. */
  readonly development?: boolean | undefined;
}

/** For a business with a live profile, which defines its capabilities and endpoints. */
export interface ClientOptions<Via extends TransportName = "rest"> extends CallingOptions<Via> {
  /**
   * The business's host, `https://shop.example`, or the URL of its profile there (§5.4),
   * `https://shop.example/.well-known/proto`.
   */
  readonly business: string;
  readonly endpoints?: undefined;
  /** Signs requests and verifies responses (§5.4): use `clientSignatures` of `@proto-gen/runtime/signature`. */
  readonly signatures?: SignaturePort | undefined;
}

/**
 * For a business without a profile, such as a catalog of many sellers: nothing is discovered, and everything that the
 * code was generated for is active. Signatures cannot be verified, so `signatures` is not allowed, and `$business`
 * has no `url` and no `profile`.
 */
export interface EndpointOptions<Via extends TransportName = "rest"> extends CallingOptions<Via> {
  /** The endpoint of each transport, including the client's own. The rules are those for endpoints in a profile. */
  readonly endpoints: { readonly [Name in NoInfer<Via>]: string } & {
    readonly [Name in TransportName]?: string;
  };
  readonly business?: undefined;
  readonly signatures?: undefined;
}

export type AnyClientOptions<Via extends TransportName = "rest"> =
  ClientOptions<Via> | EndpointOptions<Via>;

export interface CallOptions {
  /** Aborts the call immediately, even between retries. */
  readonly signal?: Cancellation | undefined;
  /** Repeats a call of an earlier process (§4.8). Default: a new key. */
  readonly idempotencyKey?: string | undefined;
  /** For correlating logs; the same for every attempt. Default: a new UUID. */
  readonly requestId?: string | undefined;
  /** Overrides the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
}

/** The request as it is sent. */
interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** The source of the business's keys. */
interface BusinessKeys {
  readonly agentHeader: string;
  /** The client's current profile of the business. It is renewed, so read it each time. */
  readonly profile: unknown;
  /** Fetches the profile as it is published now. */
  refresh(): Promise<unknown>;
}

export interface Signatures {
  /** Returns the header fields to add. */
  sign(request: SentMessage): Promise<readonly (readonly [name: string, value: string])[]>;
  /**
   * Returns an equivalent response, whose bytes have been read if it is signed.
   * @param verb undefined if the operation is unknown
   * @throws ClientError `ANSWER_INVALID` if a signature is invalid or missing, `NETWORK`
   */
  verify(
    answer: FetchResponse,
    verb: Verb | undefined,
    reading: ReadOptions,
  ): Promise<FetchResponse>;
}

/**
 * The interface through which a client signs requests and verifies responses (§5.4), so that clients without
 * signatures load nothing for them.
 */
export interface SignaturePort {
  connect(business: BusinessKeys): Signatures;
}

/** A checked call, independent of the transport. */
export interface Outbound {
  readonly operation: Operation;
  /** The identifiers of the resource, such as `id`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Undefined if the operation takes none. */
  readonly payload: object | undefined;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/** The response, not yet validated. */
export interface Received {
  /** `unknown` is an object that is neither a resource nor an error envelope; it is validated as a resource. */
  readonly kind: "resource" | "outcome" | "unknown";
  /** Undefined if the operation returns no resource. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** @throws ProtocolError, ClientError */
type CallAttempt = (signal: Cancellation) => Promise<Received>;

export interface ClientConnection {
  /**
   * Serializes the request once: every attempt sends the same bytes.
   * @throws ClientError `REQUEST_INVALID`
   */
  prepare(call: Outbound): CallAttempt;
  close(): Promise<void>;
}

/** What the client provides to a transport. */
export interface TransportContext {
  readonly endpoint: string;
  readonly vocabulary: Vocabulary;
  /** The protocol's version. */
  readonly version: string;
  /** URL of the platform's profile. */
  readonly profile: string;
  readonly answerBytes: number;
  readonly send: Send;
}

export interface ClientTransport<Via extends TransportName = TransportName> {
  readonly name: Via;
  /** True if a call carries more than the identifiers. */
  takesPayload(operation: Operation): boolean;
  /**
   * False if the payload is not the operation's request, whose schema is known: then only the business can validate
   * it.
   */
  sendsRequest?(operation: Operation): boolean;
  /** True if the operation declares a place for a key. Otherwise calls that change state are not repeated. */
  carriesKey(operation: Operation): boolean;
  /** Creates an idempotency key that cannot be guessed (§8: 128 bits). */
  createKey(): string;
  /** Sends nothing yet. */
  connect(context: TransportContext): ClientConnection;
}
