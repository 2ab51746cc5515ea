/**
 * Who signs what a client sends, and verifies what it gets (§5.4): a port, so that a client without
 * signatures loads nothing for them.
 */

import type { FetchResponse } from "./fetch.js";
import type { ReadOptions } from "./read-answer.js";
import type { Verb } from "../service/index.js";

/** As it is sent. */
export interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Where the keys of the business are. */
export interface BusinessKeys {
  readonly agentHeader: string;
  /** The profile of the business as the client has it: it is renewed, so read it each time. */
  readonly profile: unknown;
  /** The same as it is published now. */
  refresh(): Promise<unknown>;
}

export interface Signatures {
  /** Header fields to add. */
  sign(request: SentMessage): Promise<readonly (readonly [name: string, value: string])[]>;
  /**
   * The same answer, its bytes read if it is signed.
   *
   * @param verb undefined where the operation is not known
   * @throws ClientError ANSWER_INVALID for a signature that does not verify or is missing, NETWORK
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
