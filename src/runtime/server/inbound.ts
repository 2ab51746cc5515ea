/** A call as a transport has read it, and how the transport writes what is answered. */

import type { ProtocolError } from "../error/protocol-error.js";
import type { Parameters } from "../idempotency/fingerprint.js";
import type { StoredAnswer } from "../idempotency/claim.js";
import type { Operation } from "../service/operation.js";
import type { Performed } from "./perform.js";
import type { RequestCount } from "./rate-limit.js";
import type { ServerRequest, Connection } from "./transport.js";

/** The HTTP message that has a call: credentials are its own, and a signature covers it. */
export interface Message {
  readonly request: ServerRequest;
  /** Path and query; as they were sent where the connection knows that. */
  readonly target: string;
  /** As it was sent. */
  readonly body: Uint8Array;
  readonly connection: Connection;
  /** The origins of the endpoint that it came to, by the business's profile: `https://shop.example.com`. */
  readonly origins: readonly string[];
  /** Further header fields, in lower case, that a signature of the call has to cover. Default: none. */
  readonly signedFields?: readonly string[];
}

/** A call that came in, read and checked as far as its transport knows. */
export interface Inbound {
  readonly operation: Operation;
  /** What names the resource: `id`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Undefined where the platform sent none. */
  readonly payload: unknown;
  /** True where the transport has checked the payload: it is not what the operation's request is elsewhere. */
  readonly isChecked?: boolean;
  /** URL of the platform's profile (§5.3); undefined for a call that names none, where the release allows that. */
  readonly profile: string | undefined;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** What a duplicate must have in common (§4.8). */
  readonly parameters: Parameters;
  readonly message: Message;
  readonly count: RequestCount;
}

/** How a transport writes what is answered: as it is sent, and as it is stored. */
export interface Writer {
  performed(operation: Operation, performed: Performed): StoredAnswer;
  error(error: ProtocolError): StoredAnswer;
  /** The bytes that are sent for it. */
  sizeOf(answer: StoredAnswer): number;
}
