/** The interface of transports: each makes attempts at calls to an endpoint. */

import type { Cancellation } from "../time/cancellation.js";
import type { Operation, TransportName } from "../service/operation.js";
import type { Vocabulary } from "../vocabulary/vocabulary.js";
import type { Send } from "./send.js";

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
export type CallAttempt = (signal: Cancellation) => Promise<Received>;

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
