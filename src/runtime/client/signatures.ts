/**
 * The interface through which a client signs requests and verifies responses (§5.4), so that clients without
 * signatures load nothing for them.
 */

import type { FetchResponse } from "./fetch.js";
import type { ReadOptions } from "./read-answer.js";
import type { Verb } from "../service/operation.js";

/** The request as it is sent. */
export interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** The source of the business's keys. */
export interface BusinessKeys {
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

export interface SignaturePort {
  connect(business: BusinessKeys): Signatures;
}
