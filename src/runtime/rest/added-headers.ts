/** Headers that a caller gives beside those that a client or a sender writes itself, and what they may be. */

/** A request as it is about to be sent, without credentials and signatures (§5.4). */
export interface OutgoingRequest {
  /** `POST`. */
  readonly method: string;
  readonly url: string;
  /** The bytes of the body; undefined for a request without one. */
  readonly body: Uint8Array | undefined;
}

/** The value of a header, or a function that makes it for each attempt. */
export type HeaderValue = string | ((request: OutgoingRequest) => string | Promise<string>);

/** Headers by their names. */
export type AddedHeaders = Readonly<Record<string, HeaderValue>>;

/** The value of a header: visible ASCII, with spaces, so that no value ends its line (RFC 9110 §5.5). */
export const HEADER_VALUE: RegExp = /^[ -~]+$/;

/** Whatever carries a request writes these headers, or signs it: no caller gives them. */
export const CARRIED_HEADER: RegExp = /^(?:accept-encoding|content-|host$|signature|user-agent)/i;

export function hasHeader(headers: object, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}
