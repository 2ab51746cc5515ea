/**
 * Who signs what a client sends, and verifies what it gets (§5.4): a port, so that a client without
 * signatures loads nothing for them.
 */

import type { Verb } from "../service/index.js";

/** As it is sent; names and values of headers in turn. */
export interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

export interface ReceivedMessage {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** Where the keys of the business are. */
export interface BusinessKeys {
  readonly agentHeader: string;
  /** The profile of the business as the client has it. */
  readonly profile: unknown;
  /** The same as it is published now. */
  refresh(): Promise<unknown>;
}

export interface Signatures {
  /** Fields to add; none where the client has no key. */
  sign(request: SentMessage): Promise<readonly (readonly [name: string, value: string])[]>;
  /** Whether an answer without a signature is refused. */
  requires(verb: Verb | undefined): boolean;
  /** @throws ProtocolError for a signature that does not verify */
  verify(answer: ReceivedMessage): Promise<void>;
}

export interface SignaturePort {
  connect(business: BusinessKeys): Signatures;
}
