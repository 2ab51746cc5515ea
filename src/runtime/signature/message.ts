/** Messages as they are on the wire. A signature covers what was sent, not how it was parsed. */

/** The message cannot be signed, or its signature base cannot be computed. */
export class MessageError extends TypeError {
  override readonly name: string = "MessageError";
}

export interface RequestMessage {
  readonly method: string;
  /** As on the request line, in origin or absolute form, with dot segments and escapes unchanged. */
  readonly target: string;
  /** Determines the default port that `@authority` omits. A target in absolute form has its own scheme. */
  readonly scheme: "https" | "http";
  /**
   * Overrides the host and port of the target and the Host field, for clients whose `fetch` sets that field and
   * servers that know their own name.
   */
  readonly authority?: string | undefined;
  /** Alternating names and values, so that repeated fields are visible. */
  readonly headers: readonly string[];
  /** Raw bytes. Null or empty if there is no body. */
  readonly body: Uint8Array | null;
}

export interface ResponseMessage {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** Fields to add to the message, in order. Names are in lower case. */
export type SignatureHeaders = readonly (readonly [name: string, value: string])[];
