/** How calls go out. In: an endpoint, and what every transport shares. Out: attempts at calls. */

import type { Cancellation } from "../idempotency/index.js";
import type { Operation, TransportName } from "../service/index.js";
import type { Vocabulary } from "../vocabulary/index.js";
import type { Send } from "./send.js";

/** A call, checked, in no transport's terms. */
export interface Outbound {
  readonly operation: Operation;
  /** What names the resource: `id`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Undefined where the operation takes none. */
  readonly payload: object | undefined;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/** What the business answered, not yet held against its schema. */
export interface Received {
  /** Unknown for an object that is neither a resource nor an error envelope; it is held against the resource's schema. */
  readonly kind: "resource" | "outcome" | "unknown";
  /** Undefined where the operation gives no resource. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** @throws ProtocolError, ClientError */
export type Attempt = (signal: Cancellation) => Promise<Received>;

export interface Connection {
  /**
   * The bytes of the request are made here, once: every attempt sends the same ones.
   * @throws ClientError REQUEST_INVALID
   */
  prepare(call: Outbound): Attempt;
  close(): Promise<void>;
}

/** What a transport may use. */
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
  /** Whether a call carries more than what names the resource. */
  takesPayload(operation: Operation): boolean;
  /** False where the payload is not the operation's request, whose schema is known: the business alone checks it. */
  sendsRequest?(operation: Operation): boolean;
  /** Whether what the operation declares has a place for a key; else it may not be repeated. */
  carriesKey(operation: Operation): boolean;
  /** An idempotency key that nobody guesses (§8: 128 bits). */
  createKey(): string;
  /** Sends nothing yet. */
  connect(context: TransportContext): Connection;
}
