/** What a server knows of a request beside the `Request`, where whoever carries it can tell. */

export interface Connection {
  /** The request target as it stood on the request line; a `Request`'s URL is normalised. */
  readonly target?: string | undefined;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The address of whoever sent it. */
  readonly remoteAddress?: string | undefined;
}
