/** Headers that the user adds to those of a client or sender, and their restrictions. */

/** A request before it is sent, without credentials and signatures (§5.4). */
export interface OutgoingRequest {
  /** Such as `POST`. */
  readonly method: string;
  readonly url: string;
  /** Undefined for a request without a body. */
  readonly body: Uint8Array | undefined;
}

/** The value of a header, or a function called for each attempt. */
export type HeaderValue = string | ((request: OutgoingRequest) => string | Promise<string>);

/** Header values by name. */
export type AddedHeaders = Readonly<Record<string, HeaderValue>>;

/** Visible ASCII and spaces, so that a value cannot end its line (RFC 9110 §5.5). */
export const HEADER_VALUE: RegExp = /^[ -~]+$/;

/** These headers are set by the transport or by signing, so they cannot be added. */
export const CARRIED_HEADER: RegExp = /^(?:accept-encoding|content-|host$|signature|user-agent)/i;

export function hasHeader(headers: object, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}
