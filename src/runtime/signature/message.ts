/** Messages as they go over the wire: what a signature covers is what was sent, not what was read of it. */

export interface RequestMessage {
  readonly method: string;
  /** As on the request line, in origin or absolute form: dot segments and escapes stay as they are. */
  readonly target: string;
  /** Whose default port `@authority` leaves out; a target in absolute form has its own. */
  readonly scheme: "https" | "http";
  /**
   * The host and port that the request is for, whatever its target and its Host field name: a client whose `fetch` writes that
   * field, a server that knows its own name.
   */
  readonly authority?: string | undefined;
  /** Names and values in turn, so that a field that was sent twice is seen. */
  readonly headers: readonly string[];
  /** Raw bytes; null or empty without a body. */
  readonly body: Uint8Array | null;
}

export interface ResponseMessage {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** Fields to add to the message, in order; names in lower case. */
export type SignatureHeaders = readonly (readonly [name: string, value: string])[];
